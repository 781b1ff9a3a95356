import Core
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Testing
import Transfer
import TransferInterface
import TransferTesting

/// Tests of imports from browser profiles. The tests in BootstrapTests read a real database.
struct BrowserTests {
    private let home: TemporaryFolder
    private let library = InMemoryLinkLibrary(onDraft: urlProblem)

    init() throws {
        home = try TemporaryFolder()
    }

    /// Creates a file in the home folder, with the given day as its modification date.
    private func write(_ text: String, to path: String, day: Int = 1) throws -> String {
        let file = try home.write(text, to: path)
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 86_400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        return file
    }

    private func imported(
        _ browser: Browser,
        profile: String? = nil,
        databases: [String: [[String?]]] = [:]
    ) async throws -> ImportReport {
        let transfer = FileTransfer(library: library, databases: ScriptedDatabaseReader(databases))
        let source = TransferSource.browser(browser, profile: profile, home: home.url.path)
        return try await transfer.importLinks(from: source, options: ImportOptions()) { _ in }
    }

    /// Returns a row of the query for the bookmarks in a database of Firefox.
    private func bookmark(
        _ url: String?,
        title: String? = nil,
        added: String? = nil,
        folders: [String] = [],
        tags: [String] = []
    ) -> [String?] {
        let lists = [folders, tags].map { $0.joined(separator: "\u{1F}") }
        return [url, title, added, "1600000001000000"] + lists
    }

    private var urls: [String] {
        get async { await library.links(matching: .init(order: .oldest)).map(\.url) }
    }

    /// The folders of the browsers in the home folder, in the order in which they are searched.
    private static let folders = Row.table(
        """
        firefox → .mozilla/firefox
        firefox → .config/mozilla/firefox
        firefox → snap/firefox/common/.mozilla/firefox
        firefox → .var/app/org.mozilla.firefox/.mozilla/firefox
        firefox → Library/Application Support/Firefox/Profiles
        librewolf → .librewolf
        librewolf → .config/librewolf/librewolf
        librewolf → .var/app/io.gitlab.librewolf-community/.librewolf
        librewolf → Library/Application Support/librewolf/Profiles
        chrome → .config/google-chrome
        chrome → .var/app/com.google.Chrome/config/google-chrome
        chrome → Library/Application Support/Google/Chrome
        chromium → snap/chromium/common/chromium
        chromium → .config/chromium
        chromium → .var/app/org.chromium.Chromium/config/chromium
        chromium → Library/Application Support/Chromium
        brave → snap/brave/current/.config/BraveSoftware/Brave-Browser
        brave → .config/BraveSoftware/Brave-Browser
        brave → .var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser
        brave → Library/Application Support/BraveSoftware/Brave-Browser
        edge → .config/microsoft-edge
        edge → .var/app/com.microsoft.Edge/config/microsoft-edge
        edge → Library/Application Support/Microsoft Edge
        vivaldi → snap/vivaldi/current/.config/vivaldi
        vivaldi → .config/vivaldi
        vivaldi → .var/app/com.vivaldi.Vivaldi/config/vivaldi
        vivaldi → Library/Application Support/Vivaldi
        opera → snap/opera/current/.config/opera
        opera → .config/opera
        opera → .var/app/com.opera.Opera/config/opera
        opera → Library/Application Support/com.operasoftware.Opera
        """
    )

    /// The file of Chrome with one bookmark.
    private static let bookmarksOfChrome = """
        {"roots":{"bookmark_bar":{"children":[
            {"type":"url","name":"A","url":"https://a.example/"}
        ]}}}
        """

    @Test(arguments: folders)
    func `finds the bookmarks of a browser in each of its folders`(row: Row) async throws {
        let browser = try #require(Browser(rawValue: row[0]))
        let database = try write("", to: "\(row[1])/1a.default/places.sqlite")
        _ = try write(Self.bookmarksOfChrome, to: "\(row[1])/Default/Bookmarks")
        let databases = [database: [bookmark("https://a.example/")]]
        let report = try await imported(browser, databases: databases)
        #expect(report.remarks.isEmpty)
        #expect(await urls == ["https://a.example/"])
    }

    @Test(arguments: Browser.allCases)
    func `an error about a missing browser names all of its folders`(
        browser: Browser
    ) async throws {
        let folders = Self.folders.filter { $0[0] == browser.rawValue }.map { home.path($0[1]) }
        await #expect(throws: TransferError.noBrowserProfile(browser, folders: folders)) {
            try await imported(browser)
        }
    }

    @Test func `the explanation of an error contains the usual spelling of the browser`() {
        let error = TransferError.noBrowserProfile(.librewolf, folders: ["f"])
        #expect(error.explanation.hasPrefix("no LibreWolf bookmarks found in f; "))
    }

    /// Creates the databases of two Firefox profiles. `new` is the most recently changed database.
    private func firefoxProfiles() throws -> (old: String, new: String) {
        let folder = ".config/mozilla/firefox"
        let old = try write("", to: "\(folder)/1a.work/places.sqlite")
        let new = try write("", to: "\(folder)/2b.default/places.sqlite", day: 2)
        // A log without a database is not a profile.
        _ = try write("", to: "\(folder)/3c.log/places.sqlite-wal", day: 3)
        return (old, new)
    }

    @Test func `imports the most recently changed profile and names the other profiles`()
        async throws
    {
        let (_, new) = try firefoxProfiles()
        let databases = [new: [bookmark("https://new.example/"), bookmark(nil)]]
        let report = try await imported(.firefox, databases: databases)
        #expect(report.remarks == [.profile("2b.default", others: ["1a.work"])])
        #expect(report.skipped.map(\.line) == [2])
        #expect(await urls == ["https://new.example/"])
    }

    @Test func `imports the first profile by name if several profiles changed at the same time`()
        async throws
    {
        let folder = ".config/mozilla/firefox"
        let first = try write("", to: "\(folder)/1a.work/places.sqlite")
        _ = try write("", to: "\(folder)/2b.default/places.sqlite")
        let report = try await imported(.firefox, databases: [first: []])
        #expect(report.remarks == [.profile("1a.work", others: ["2b.default"])])
    }

    @Test func `a change to the log of a database counts as a change to its profile`() async throws
    {
        let (old, _) = try firefoxProfiles()
        // A running browser changes only the log.
        _ = try write("", to: ".config/mozilla/firefox/1a.work/places.sqlite-wal", day: 3)
        let report = try await imported(.firefox, databases: [old: []])
        #expect(report.remarks == [.profile("1a.work", others: ["2b.default"])])
        #expect(report.read == 0, "a profile can have no bookmarks")
    }

    @Test func `finds a Firefox profile by the end of its name`() async throws {
        let (old, _) = try firefoxProfiles()
        let databases = [old: [bookmark("https://old.example/")]]
        _ = try await imported(.firefox, profile: "work", databases: databases)
        #expect(await urls == ["https://old.example/"])
    }

    @Test func `reads the bookmarks of the first versions of Opera`() async throws {
        _ = try write(Self.bookmarksOfChrome, to: ".config/opera/Bookmarks")
        #expect(try await imported(.opera).added == 1)
    }

    @Test(arguments: [true, false])
    func `imports bookmarks of Firefox with their tags, and with their folders on request`(
        foldersAsTags: Bool
    ) async throws {
        let path = try write("SQLite format 3\0", to: "places.sqlite")
        let rows = [
            bookmark(
                "https://a.example/",
                title: " A ",
                added: "1600000000000000",
                folders: ["Own, and more", ""],
                tags: ["read later", "x"]
            ),
            bookmark("https://b.example/", title: "", added: "soon"),
        ]
        let transfer = FileTransfer(
            library: library,
            databases: ScriptedDatabaseReader([path: rows])
        )
        let options = ImportOptions(foldersAsTags: foldersAsTags)
        let report = try await transfer.importFile(path, options: options)
        let invalid = ImportRemark.unreadableDate("soon", line: 2)
        #expect(report.remarks == (foldersAsTags ? [invalid] : [invalid, .ignoredFolders]))
        let links = await library.links(matching: .init(order: .oldest))
        let link = try #require(links.first { $0.url == "https://a.example/" })
        #expect(link.title == "A")
        #expect(link.added == date(1_600_000_000))
        #expect(link.updated == date(1_600_000_001))
        let tags = foldersAsTags ? "Own and more,read later,x" : "read later,x"
        #expect(link.tags == LinkTag.list(tags))
        let other = try #require(links.first { $0.url == "https://b.example/" })
        #expect(other.title == nil)
    }

    @Test func `imports a profile by the path of its folder or of its file`() async throws {
        let path = try write("", to: "elsewhere/places.sqlite")
        let databases = [path: [bookmark("https://a.example/")]]
        let folder = home.path("elsewhere")
        let report = try await imported(.firefox, profile: folder, databases: databases)
        #expect(report.added == 1)
        #expect(report.remarks.isEmpty)
        let again = try await imported(.firefox, profile: path, databases: databases)
        #expect(again.unchanged == 1)
        let missing = TransferError.noBrowserProfile(.chrome, folders: [folder])
        await #expect(throws: missing) {
            try await imported(.chrome, profile: folder)
        }
    }

    @Test func `rejects a database of another program`() async throws {
        let path = try write("SQLite format 3\0 and more", to: "other.sqlite")
        let transfer = FileTransfer(library: library, databases: ScriptedDatabaseReader([:]))
        await #expect(throws: TransferError.unsupportedFormat(name: path, .database)) {
            try await transfer.importFile(path)
        }
    }

    @Test func `names the existing profiles if a profile does not exist`() async throws {
        _ = try firefoxProfiles()
        let error = TransferError.noSuchProfile("ork", .firefox, known: ["2b.default", "1a.work"])
        await #expect(throws: error) {
            try await imported(.firefox, profile: "ork")
        }
    }

    @Test func `reports a database that cannot be read`() async throws {
        let (_, new) = try firefoxProfiles()
        let error = TransferError.unreadableBookmarks(.firefox, path: new, reason: "not scripted")
        await #expect(throws: error) {
            try await imported(.firefox, profile: "2b.default")
        }
    }

    @Test func `reports damaged bookmarks and folders that cannot be read`() async throws {
        let path = try write("[1", to: ".config/chromium/Default/Bookmarks")
        let damaged = TransferError.unreadableBookmarks(
            .chromium,
            path: path,
            reason: "the file is incomplete"
        )
        await #expect(throws: damaged) {
            try await imported(.chromium)
        }
        let folder = try write("", to: ".config/BraveSoftware/Brave-Browser")
        let unreadable = TransferError.unreadableBookmarks(
            .brave,
            path: folder,
            reason: "Not a directory"
        )
        await #expect(throws: unreadable) {
            try await imported(.brave)
        }
    }
}
