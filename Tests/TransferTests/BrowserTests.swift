import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Testing
import Transfer
import TransferInterface

/// Imports from the profiles of browsers. BootstrapTests read a real database.
struct BrowserTests {
    private let home: TemporaryFolder
    private let library = InMemoryLinkLibrary()

    init() throws { home = try TemporaryFolder() }

    /// Creates a file in the home folder, used on a day.
    private func write(_ text: String, to path: String, day: Int = 1) throws -> String {
        let file = try home.write(text, to: path)
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 86_400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        return file
    }

    private func imported(
        _ browser: Browser, profile: String? = nil, databases: [String: [String]] = [:]
    ) async throws -> ImportReport {
        let transfer = FileTransfer(library: library, databases: ScriptedDatabaseReader(databases))
        let source = TransferSource.browser(browser, profile: profile, home: home.url.path)
        return try await transfer.importLinks(from: source, options: ImportOptions()) { _ in }
    }

    private var urls: [String] { get async { await library.links(matching: .init(order: .oldest)).map(\.url) } }

    @Test(arguments: [
        (Browser.chrome, ".config/google-chrome"), (.chromium, ".config/chromium"),
        (.chromium, "snap/chromium/common/chromium"), (.brave, ".config/BraveSoftware/Brave-Browser"),
        (.edge, ".config/microsoft-edge"), (.chrome, "Library/Application Support/Google/Chrome"),
        (.edge, "Library/Application Support/Microsoft Edge"),
        (.brave, ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser"),
    ])
    func `finds the bookmarks of browsers based on Chromium`(browser: Browser, folder: String) async throws {
        _ = try write(
            #"{"roots":{"bookmark_bar":{"children":[{"type":"url","name":"A","url":"https://a.example/"}]}}}"#,
            to: "\(folder)/Default/Bookmarks")
        let report = try await imported(browser)
        #expect(report.merge.added == 1 && report.remarks.isEmpty)
        #expect(await urls == ["https://a.example/"])
    }

    @Test func `imports the profile that changed last, and names the others`() async throws {
        let folder = ".config/mozilla/firefox"
        let old = try write("", to: "\(folder)/1a.work/places.sqlite", day: 1)
        let new = try write("", to: "\(folder)/2b.default/places.sqlite", day: 2)
        let databases = [old: [#"{"url":"https://old.example/"}"#], new: [#"{"url":"https://new.example/"}"#, "{}"]]
        let report = try await imported(.firefox, databases: databases)
        #expect(report.remarks == [.profile("2b.default", others: ["1a.work"])])
        #expect(report.merge.added == 1 && report.merge.skipped.count == 1)
        #expect(try await imported(.firefox, profile: "work", databases: databases).merge.added == 1)
        #expect(await urls.sorted() == ["https://new.example/", "https://old.example/"])
        // A running browser changes only the log.
        _ = try write("", to: "\(folder)/1a.work/places.sqlite-wal", day: 3)
        let remarks = try await imported(.firefox, databases: databases).remarks
        #expect(remarks == [.profile("1a.work", others: ["2b.default"])])
        let error = TransferError.noSuchProfile("home", .firefox, known: ["1a.work", "2b.default"])
        await #expect(throws: error) { try await imported(.firefox, profile: "home", databases: databases) }
        await #expect(throws: TransferError.unreadableBookmarks(.firefox, path: new, reason: "not scripted")) {
            try await imported(.firefox, profile: "2b.default")
        }
        #expect(try await imported(.firefox, databases: [old: []]).merge.read == 0, "a profile can have no bookmarks")
    }

    @Test func `reports damaged bookmarks and folders that cannot be read`() async throws {
        let path = try write("[1", to: ".config/chromium/Default/Bookmarks", day: 1)
        await #expect(
            throws: TransferError.unreadableBookmarks(.chromium, path: path, reason: "the file is incomplete")
        ) {
            try await imported(.chromium)
        }
        let folder = try write("", to: ".config/BraveSoftware/Brave-Browser", day: 1)
        await #expect(
            throws: TransferError.unreadableBookmarks(.brave, path: folder, reason: "Not a directory")
        ) {
            try await imported(.brave)
        }
    }

    @Test func `names the places that were searched`() async throws {
        let folders = [
            "snap/chromium/common/chromium", ".config/chromium", ".var/app/org.chromium.Chromium/config/chromium",
            "Library/Application Support/Chromium",
        ].map { home.path($0) }
        await #expect(throws: TransferError.noBrowserProfile(.chromium, folders: folders)) {
            try await imported(.chromium)
        }
    }
}
