import Foundation
import ProgramTesting
import Testing

struct CommandLineTests {
    private let shelf: InProcessShelf
    private let project = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../.."
    )
    init() throws {
        shelf = try InProcessShelf()
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: project.appending(path: file), encoding: .utf8)
    }

    @Test func `the help lists every command, and each command has examples`() async throws {
        let overview = try await shelf.run("--help")
        #expect(overview.code == 0)
        #expect(overview.errors == "")
        let commands = [
            "add", "list", "search", "show", "open", "edit", "rm", "tag", "undo", "check", "import",
            "export", "report", "config", "help", "completions",
        ]
        for command in commands {
            #expect(overview.output.contains("\n  \(command)"))
            let page = try await shelf.run("\(command) --help")
            #expect(page.code == 0)
            #expect(page.output.hasPrefix("\(command): "))
            #expect(page.output.contains("Examples:\n  shelf "))
            #expect(page.output.contains("\nGlobal options:\n  --library PATH"))
            #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(command)")
            #expect(try await shelf.run("help \(command)").output == page.output)
        }
        #expect(try await shelf.run("help").output == overview.output)
        #expect(
            try await shelf.run("help tag rename").output == shelf.run("help tag").output
        )
    }

    @Test func `the manual contains every setting and exit code`() async throws {
        let manual = try text(of: "Docs/Shelf.md")
        let settings: [String: [String: String]] =
            try await shelf.run("config show --json").decoded()
        /// Returns the lines under a heading of a help topic. Expects that a block of the manual
        /// contains the lines without indentation.
        func rows(_ heading: String, of topic: String) async throws -> [Substring] {
            let help = try await shelf.run("help \(topic)").output.split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            let rows = help.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix("  ") }
                .map { $0.dropFirst(2) }
            #expect(manual.contains("```text\n\(rows.joined(separator: "\n"))\n```\n"))
            return rows
        }
        let described = try await rows("Settings:", of: "configuration")
        #expect(described.count == settings.count)
        for (key, setting) in settings {
            let names = "\(setting["variable"] ?? ""), \(setting["option"] ?? "") ("
            #expect(
                described.contains { $0.hasPrefix("\(key) ") && $0.contains(" \(names)") },
                "\(key)"
            )
        }
        #expect(
            try await rows("Exit codes:", of: "exit-codes").map { $0.prefix { $0 != " " } }
                == ["0", "1", "2", "64", "65", "69", "74", "78", "129", "130", "143"]
        )
    }

    @Test func `the tests on the architecture page match the tests of this target`() throws {
        func trimmed(_ text: some StringProtocol) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(
                separator: "\n"
            )
        }
        let page = try text(of: "Docs/Architecture.md")
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("Tests of commands\n") }
        )
        let sources = try ["InProcessShelf", "CheckCommandTests"].map {
            trimmed(try text(of: "Tests/ShelfTests/\($0).swift"))
        }.joined()
        let blocks = section.matches(of: /```swift\n((?s).*?)```/).map { trimmed($0.1) }
        #expect(blocks.count == 2)
        for block in blocks {
            #expect(sources.contains(block), "\(block)")
        }
    }

    @Test func `prints the version as a single line`() async throws {
        #expect(
            try await shelf.run("--version").output.wholeMatch(of: /shelf \d+\.\d+\.\d+\n/) != nil
        )
    }

    private static let invalidCalls = """
        → missing command; see 'shelf --help'
        lsit → unknown command 'lsit'; did you mean 'list'?
        list --tga x → unknown option '--tga'; did you mean '--tag'?
        list -x → unknown option '-x'; see 'shelf list --help'
        list extra → unexpected argument 'extra' for 'shelf list'; see 'shelf list --help'
        show → 'shelf show' requires ID…; see 'shelf show --help'
        rm → 'shelf rm' requires ID…; see 'shelf rm --help'
        config → 'shelf config' requires show | path; see 'shelf config --help'
        completions → 'shelf completions' requires bash | zsh | fish; see 'shelf completions --help'
        import a b → unexpected argument 'b' for 'shelf import'; see 'shelf import --help'
        export a b → unexpected argument 'b' for 'shelf export'; see 'shelf export --help'
        report x → unexpected argument 'x' for 'shelf report'; see 'shelf report --help'
        undo x → unexpected argument 'x' for 'shelf undo'; see 'shelf undo --help'
        config show x → unexpected argument 'x' for 'shelf config'; see 'shelf config --help'
        tag remove → expected 'shelf tag remove TAG'; see 'shelf tag --help'
        tag remove a b → expected 'shelf tag remove TAG'; see 'shelf tag --help'
        add → 'shelf add' requires URL… | -; see 'shelf add --help'
        search → 'shelf search' requires QUERY…; see 'shelf search --help'
        edit → 'shelf edit' requires ID…; see 'shelf edit --help'
        tag → 'shelf tag' requires list | rename OLD NEW | merge A B INTO C | remove TAG; see 'shelf tag --help'
        tag list a → unexpected argument 'a' for 'shelf tag list'; see 'shelf tag list --help'
        tag renmae a b → unexpected argument 'renmae' for 'shelf tag'; did you mean 'rename'?
        tag rename a → expected 'shelf tag rename OLD NEW'; see 'shelf tag --help'
        tag merge a b → expected 'shelf tag merge A B INTO C'; see 'shelf tag --help'
        tag rename a b,c → invalid tag 'b,c'; a tag is one or more words without commas
        config shwo → unexpected argument 'shwo' for 'shelf config'; did you mean 'show'?
        completions bsh → unexpected argument 'bsh' for 'shelf completions'; did you mean 'bash'?
        completions powershell → unexpected argument 'powershell' for 'shelf completions'; expected bash, zsh, fish
        help chekc → unknown topic 'chekc'; did you mean 'check'?
        help list extra → unexpected argument 'extra' for 'shelf help'; see 'shelf help --help'
        help exit-codes 64 → unexpected argument '64' for 'shelf help'; see 'shelf help --help'
        open → 'shelf open' requires ID… | QUERY; see 'shelf open --help'
        open ... → cannot search for '...': it contains no letter, digit or emoji; enter a word or a tag
        open 1 --dead → cannot combine IDs with options that select links; remove the IDs or the options
        search -firefox → unknown option '-firefox'; if it is an excluded word, write it after '--': \
        shelf search -- -firefox
        check swift -firefox → unknown option '-firefox'; if it is an excluded word, write it after '--': \
        shelf check -- -firefox
        search --firefox → unknown option '--firefox'; see 'shelf search --help'
        show 3-1 → invalid ID '3-1'; 'shelf list' and 'shelf search' show the IDs
        rm 1- → invalid ID '1-'; 'shelf list' and 'shelf search' show the IDs
        check 0-2 → invalid ID '0-2'; 'shelf list' and 'shelf search' show the IDs
        edit 1-2 --url https://a.example → '--url' requires a single ID; edit the links one by one
        list -t - → invalid value '-' for '--tag': expected a tag
        show x → invalid ID 'x'; 'shelf list' and 'shelf search' show the IDs
        show 0 → invalid ID '0'; 'shelf list' and 'shelf search' show the IDs
        list -n many → invalid value 'many' for '--limit': expected a whole number, 0 or more
        open -n 0 swift → invalid value '0' for '--limit': expected a whole number, 1 or more
        list --sort size → invalid value 'size' for '--sort': expected one of added, title, checked
        list --sort titel → invalid value 'titel' for '--sort': expected one of added, title, checked; did you mean \
        'title'?
        search --sort best x → invalid value 'best' for '--sort': expected one of relevance, added, title, checked
        list --verdict ok,, → invalid value '' for '--verdict': expected a list of ok, moved, blocked, flaky, dead, \
        changed, unchecked
        list -t '' → invalid value '' for '--tag': expected a tag
        list --not-tag # → invalid value '#' for '--not-tag': expected a tag
        add -t ' ,' https://a.example → invalid value ' ,' for '--tag': expected a tag
        --library mysql://host/links list → invalid value 'mysql://host/links' for '--library': expected the path of \
        a file, postgres://…, or :memory:
        import --from xml a → invalid value 'xml' for '--from': expected one of netscape, xbel, \
        delicious, opml, json, csv, urls, markdown, firefox, librewolf, chrome, chromium, \
        brave, edge, vivaldi, opera
        export --to urls → invalid value 'urls' for '--to': expected one of netscape, json, csv, \
        markdown, xbel
        export --keep-formulas a.html → '--keep-formulas' requires '--to csv'
        list --dead-since 30 → invalid value '30' for '--dead-since': expected a time such as 12h or 30d
        list --dead-since 30d --verdict ok → cannot combine '--dead-since' with '--verdict'; remove one of them
        check --timeout 0s → invalid value '0s' for '--timeout': expected a time greater than zero
        check --retries -1 → invalid value '-1' for '--retries': expected a whole number, 0 to 20
        check --concurrency 0 → invalid value '0' for '--concurrency': expected a whole number, 1 to 1024
        check --per-host 1025 → invalid value '1025' for '--per-host': expected a whole number, 1 to 1024
        --library a\u{FFFD}.db list → the path 'a\u{FFFD}.db' is not valid UTF-8; rename the file or folder
        import a\u{FFFD}.html → the path 'a\u{FFFD}.html' is not valid UTF-8; rename the file or folder
        import --from chrome --profile a\u{FFFD} → the path 'a\u{FFFD}' is not valid UTF-8; rename the file or folder
        export a\u{FFFD}.html → the path 'a\u{FFFD}.html' is not valid UTF-8; rename the file or folder
        report --html a\u{FFFD}.html → the path 'a\u{FFFD}.html' is not valid UTF-8; rename the file or folder
        export '' → empty file name; specify a file, or '-' for standard output
        report --html '' → empty file name; specify a file, or '-' for standard output
        add - https://example.org → cannot combine '-' with URLs, because '-' reads all URLs from standard input; remove '-' or the URLs
        add --title x https://a.example https://b.example → '--title' requires a single URL; add the URLs one by one
        add ftp://a.b → cannot save 'ftp://a.b': unsupported scheme 'ftp:'; specify an http or https URL (--any-scheme saves others)
        add htps://a.b → cannot save 'htps://a.b': unsupported scheme 'htps:'; specify an http or https URL (did you mean 'https:'?)
        add htp://a.b → cannot save 'htp://a.b': unsupported scheme 'htp:'; specify an http or https URL (did you mean 'http:'?)
        add http:// → cannot save 'http://': the URL has no host; add one, as in http://example.com/
        add 'http://a b/' → cannot save 'http://a b/': the URL contains a space; write the space as %20, or the text after it as --title TEXT
        add 'two words.de' → cannot save 'two words.de': the URL contains a space; write the space as %20, or the text after it as --title TEXT
        add http://a:b/ → cannot save 'http://a:b/': invalid port 'b'; specify a number from 0 to 65535
        search ?! → cannot search for '?!': it contains no letter, digit or emoji; enter a word or a tag
        check ?! → cannot search for '?!': it contains no letter, digit or emoji; enter a word or a tag
        search --untagged -t a x → cannot combine '--untagged' with '--tag'; remove one of them
        check 1 --untagged → cannot combine IDs with options that select links; remove the IDs or the options
        edit 1 --fetch --note n → cannot combine '--fetch' with '--note'; remove one of them
        edit 1 → nothing to change; see 'shelf edit --help' for the options
        edit 1 2 --url https://a.example → '--url' requires a single ID; edit the links one by one
        edit 1 --merge → '--merge' requires '--url URL'
        check --host-rules nonsense → invalid value 'nonsense' for '--host-rules': expected a JSON object with a rule \
        for each host
        check --force → '--force' requires '--update-moved'
        tag merge a b in c → expected 'shelf tag merge A B INTO C'; see 'shelf tag --help'
        tag merge into b → expected 'shelf tag merge A B INTO C'; see 'shelf tag --help'
        tag remove '' → invalid tag ''; a tag is one or more words without commas
        import --profile x → '--profile' requires '--from BROWSER', such as --from firefox
        import --from firefox a.html → cannot combine '--from firefox' with 'a.html'; remove one of them
        import → 'shelf import' requires FILE or --from BROWSER; see 'shelf import --help'
        add - --note n → '--note' requires a single URL; add the URLs one by one
        """

    @Test(arguments: invalidCalls.split(separator: "\n"))
    func `prints a one-line message for an invalid command line`(_ callAndMessage: Substring)
        async throws
    {
        let parts = callAndMessage.components(separatedBy: "→ ")
        let call = parts[0].replacing("add ", with: "add --no-fetch ")
        let outcome = try await shelf.run(CommandLine(stringLiteral: call))
        #expect(outcome.output == "")
        #expect(outcome.code == 64)
        #expect(outcome.errors == "error: \(parts[1])\n")
    }

    @Test(arguments: ["1y", "-1d", "soon", "50", "ms", "1000001s"])
    func `rejects an invalid time`(_ text: String) async throws {
        for option in ["--max-age", "--timeout", "--interval"] {
            let expected = "expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w"
            let error = "error: invalid value '\(text)' for '\(option)': \(expected)\n"
            try await shelf.expect("check \(option) \(text)", errors: error, code: 64)
        }
    }

    @Test(arguments: [
        "2xx", "99", "299..=200", "", "200-299", "200..-9223372036854775808", "200,", "1000",
        "200..=1000", "1..2..3",
    ])
    func `rejects invalid statuses`(_ text: String) async throws {
        let expected = "expected statuses and ranges, such as 200..=299,429"
        let error = "error: invalid value '\(text)' for '--accept': \(expected)\n"
        try await shelf.expect("check --accept \(text)", errors: error, code: 64)
    }

    @Test(arguments: [
        ("90s", "90s"),
        ("60s", "1m"),
        ("1500ms", "1500ms"),
        ("24h", "1d"),
        ("14d", "2w"),
        ("1h", "1h"),
    ])
    func `prints a duration in the largest unit that expresses it exactly`(
        time: String,
        printed: String
    ) async throws {
        let input = (1...100).map { "http://site.example/\($0)\n" }.joined()
        let outcome = try await shelf.run("add -q - --interval \(time)", input: input)
        #expect(outcome.errors == "")
        let other = try InProcessShelf()
        let notes = try await other.run("add - --interval \(time)", input: input).errors
        #expect(notes.contains("are fetched every \(printed); to change that"))
    }

    @Test(arguments: [
        ("example.com", "https"),
        ("www.example.com/a?b#c", "https"),
        ("example.com:81", "https"),
        ("localhost.example.com", "https"),
        ("localhost", "http"),
        ("localhost:8080", "http"),
        ("a.localhost/b", "http"),
        ("127.0.0.1:8080/a", "http"),
        ("nonsense", nil),
        ("a.b@example.com", nil),
    ])
    func `suggests a scheme for an argument that begins with a host`(
        text: String,
        scheme: String?
    ) async throws {
        let hint = scheme.map { "; did you mean \($0)://\(text)?" } ?? ""
        let error =
            "error: cannot save '\(text)': the URL must begin with http:// or https://\(hint)\n"
        try await shelf.expect("add --no-fetch \(text)", errors: error, code: 64)
    }

    @Test func `options can appear at any position`() async throws {
        try await shelf.run("add --no-fetch https://example.org/1 -tswift --tag=book")
        let calls: [CommandLine] = [
            "--library :memory: list -qv", "-q list --tag=book -n1", "search -t swift",
        ]
        for call in calls {
            let outcome = try await shelf.run(call)
            #expect(outcome.output.contains("https://example.org/1"), "\(call)")
        }
    }
}

struct ConfigurationTests {
    private let shelf: InProcessShelf
    init() throws {
        shelf = try InProcessShelf()
    }
    private var file: String { shelf.path(".config/shelf/config.json") }
    private func write(_ text: String) throws {
        try shelf.write(text, to: ".config/shelf/config.json")
    }

    private func settings(
        environment: [String: String] = [:]
    ) async throws -> [String: [String: String]] {
        let outcome = try await shelf.run(
            "config show --json",
            environment: ["SHELF_LIBRARY": ""].merging(environment) { $1 }
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try outcome.decoded()
    }

    private func expect(
        _ key: String,
        _ value: String,
        _ origin: String,
        environment: [String: String] = [:],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let setting = try await settings(environment: environment)[key]
        #expect(setting?["value"] == value, sourceLocation: location)
        #expect(setting?["origin"] == origin, sourceLocation: location)
    }

    @Test func `the example configurations and the links in Docs are valid`() async throws {
        let page = try String(
            contentsOf: BuiltProducts.packageRoot.appending(path: "Docs/Shelf.md"),
            encoding: .utf8
        )
        let samples = page.matches(of: /```json\n((?:.|\n)*?)```/).map { String($0.1) }
        try #require(samples.count == 2)
        try await shelf.run("import \(shelf.write(samples[1], to: "links.json"))")
        #expect(try await shelf.run("list --json").output == samples[1])
        try write(samples[0])
        try await expect("check.perHost", "4", "file")
        try await expect("check.timeout", "10s", "file")
    }

    @Test
    func `environment variables override the configuration file, which overrides the defaults`()
        async throws
    {
        try await expect("check.perHost", "10", "default")
        try write(#"{"check": {"perHost": 4, "timeout": "5s"}}"#)
        try await expect("check.perHost", "4", "file")
        try await expect("check.timeout", "5s", "file")
        let variable = "SHELF_CHECK_PER_HOST"
        try await expect("check.perHost", "7", variable, environment: [variable: "7"])
        try await expect("check.perHost", "4", "file", environment: [variable: ""])
        try write(#"{"color": false}"#)
        try await expect("color", "false", "file")
        try await expect("color", "true", "default", environment: ["SHELF_COLOR": "true"])
    }

    @Test
    func
        `a path in the configuration is relative to the file, or to the home folder after a tilde`()
        async throws
    {
        for (path, value) in [
            ("links.db", shelf.path(".config/shelf/links.db")),
            ("~/links.db", shelf.path("links.db")),
            (":memory:", ":memory:"),
        ] {
            try write(#"{"library": "\#(path)"}"#)
            try await expect("library", value, "file")
        }
    }

    @Test func `the configuration file is in XDG_CONFIG_HOME if that path is absolute`()
        async throws
    {
        for (folder, path) in [
            (nil, file),
            (shelf.path("elsewhere"), shelf.path("elsewhere/shelf/config.json")),
            ("relative", file),
        ] {
            let environment = folder.map { ["XDG_CONFIG_HOME": $0] } ?? [:]
            #expect(
                try await shelf.run("config path", environment: environment).output
                    == "\(path)\n"
            )
        }
        let account = try await shelf.run("config path", environment: ["HOME": ""]).output
        #expect(
            account.wholeMatch(of: /\/.*\/\.config\/shelf\/config\.json\n/) != nil,
            "\(account)"
        )
    }

    @Test(
        arguments: [
            "list", "check", "config show", "undo", "export", "add https://a.example",
        ] as [CommandLine]
    )
    func `every command checks all settings in effect`(_ call: CommandLine) async throws {
        let origin = "'check.retries' in '\(file)'"
        for (text, message) in [
            (#"{"check": {"retries": "x"}}"#, "for \(origin): expected a whole number, 0 to 20"),
            (#"{"check": {"retries": []}}"#, "for \(origin): expected a string, a number, true or"),
            (#"{"check": {"retry": 1}}"#, "unknown setting 'check.retry' in configuration"),
        ] {
            try write(text)
            let outcome = try await shelf.run(call)
            #expect(outcome.code == 78)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.output == "")
        }
        try write("{}")
        let outcome = try await shelf.run(call, environment: ["SHELF_CHECK_TIMEOUT": "soon"])
        #expect(outcome.code == 78)
        let expected = "expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w"
        #expect(
            outcome.errors == "error: invalid value 'soon' for SHELF_CHECK_TIMEOUT: \(expected)\n"
        )
    }

    @Test func `an overridden value is not checked`() async throws {
        try write(#"{"check": {"timeout": "soon"}, "color": "never", "library": []}"#)
        let variables = ["SHELF_CHECK_TIMEOUT": "2s", "SHELF_COLOR": "true"]
        #expect(try await shelf.run("list", environment: variables).code == 0)
        #expect(try await shelf.run("check --timeout 1s --no-color").code == 0)
        #expect(try await shelf.run("list --no-color").code == 78)
    }

    @Test func `settings apply to the commands that use them`() async throws {
        try write(#"{"urls": {"removeTracking": true}}"#)
        try await shelf.add("https://example.org/?utm_source=x&a=1")
        #expect(try await shelf.urls("list") == ["https://example.org/?a=1"])
    }

    private static let invalidConfigurations = #"""
        {\n  "color": true\n  "check": {}\n} → configuration '…' is not valid JSON (line 3); see 'shelf help configuration'
        [] → configuration '…' is not a JSON object; see 'shelf help configuration'
        {"colour": false} → unknown setting 'colour' in configuration '…'; did you mean 'color'?
        {"check": {"perhost": 1}} → unknown setting 'check.perhost' in configuration '…'; did you mean 'check.perHost'?
        {"d": 1, "b": 1, "a": 1, "c": 1} → unknown setting 'a' in configuration '…'; see 'shelf help configuration'
        {"pages": {"x": 1}} → unknown setting 'pages' in configuration '…'; see 'shelf help configuration'
        {"color": "never"} → invalid value 'never' for 'color' in '…': expected true or false
        {"check": {"retries": "two"}} → invalid value 'two' for 'check.retries' in '…': expected a whole number, 0 to 20
        {"check": {"retries": 99}} → invalid value '99' for 'check.retries' in '…': expected a whole number, 0 to 20
        {"check": {"timeout": 20}} → invalid value '20' for 'check.timeout' in '…': expected a time such as 50ms, 20s, \#
        5m, 1h, 1d or 2w
        {"check": {"accept": []}} → invalid value for 'check.accept' in '…': expected a string, a number, true or false
        {"check": {"hosts": 1}} → invalid value for 'check.hosts' in '…': expected a JSON object
        {"check": {"hosts": {"http://x": {}}}} → invalid value 'http://x' for 'check.hosts' in '…': expected a host such as \#
        example.org, example.org:8080 or *.example.org
        {"check": {"hosts": {"*.x:81": {}}}} → invalid value '*.x:81' for 'check.hosts' in '…': expected a host such as \#
        example.org, example.org:8080 or *.example.org
        {"check": {"hosts": {"d/": {}, "b/": {}, "a/": {}, "c/": {}}}} → invalid value 'a/' for 'check.hosts' in '…': expected a \#
        host such as example.org, example.org:8080 or *.example.org
        {"check": {"hosts": {"a.x": {}, "A.x:80": {}}}} → invalid value 'a.x' for 'check.hosts' in '…': expected at most one rule for \#
        each host
        {"check": {"hosts": {"x": {"acept": 1}}}} → invalid value 'x: acept: 1' for 'check.hosts' in '…': expected one of \#
        accept, headers, interval, skip; did you mean 'accept'?
        {"check": {"hosts": {"x": {"skip": "no"}}}} → invalid value 'x: skip: no' for 'check.hosts' in '…': expected true \#
        or false
        {"check": {"hosts": {"x": {"headers": 1}}}} → invalid value 'x: headers: 1' for 'check.hosts' in '…': expected an \#
        object of header fields
        {"check": {"hosts": {"x": {"accept": "2x"}}}} → invalid value 'x: accept: 2x' for 'check.hosts' in '…': expected \#
        statuses and ranges, such as 200..=299,429
        {"check": {"hosts": {"x": {"accept": {}}}}} → invalid value 'x: accept: {}' for 'check.hosts' in '…': expected \#
        statuses and ranges, such as 200..=299,429
        {"check": {"hosts": {"x": {"interval": 5}}}} → invalid value 'x: interval: 5' for 'check.hosts' in '…': expected a \#
        time such as 50ms, 20s, 5m, 1h, 1d or 2w
        {"check": {"hosts": {"x": {"interval": {}}}}} → invalid value 'x: interval: {}' for 'check.hosts' in '…': expected a \#
        time such as 50ms, 20s, 5m, 1h, 1d or 2w
        {"check": {"hosts": {"x": 1}}} → invalid value 'x: 1' for 'check.hosts' in '…': expected an object with the \#
        members accept, headers, interval, skip
        {"check": {"hosts": {"x": {"headers": {"A": "b\u000a"}}}}} → invalid value 'x: headers: A' for \#
        'check.hosts' in '…': expected header fields with single-line values
        {"library": ""} → invalid value '' for 'library' in '…': expected the path of a file, postgres://…, or :memory:
        {"library": "a\u0000b"} → invalid value 'ab' for 'library' in '…': expected the path of a file
        {"library": "ftp://x/y"} → invalid value 'ftp://x/y' for 'library' in '…': expected the path of a file, \#
        postgres://…, or :memory:
        """#

    @Test(arguments: invalidConfigurations.split(separator: "\n"))
    func `prints a one-line message for an invalid configuration`(_ textAndMessage: Substring)
        async throws
    {
        let parts = textAndMessage.components(separatedBy: " → ")
        try write(parts[0].replacing("\\n", with: "\n"))
        let message = parts[1].replacing("'…'", with: "'\(file)'")
        let outcome = try await shelf.run("config show", environment: ["SHELF_LIBRARY": ""])
        #expect(outcome.code == 78)
        #expect(outcome.output == "")
        #expect(outcome.errors == "error: \(message)\n")
        let others: [CommandLine] = ["help", "config path", "completions bash", "--version"]
        for command in others {
            #expect(
                try await shelf.run(command, environment: ["SHELF_LIBRARY": ""]).code == 0,
                "\(command)"
            )
        }
    }

    @Test func `reports the origin of an invalid server URL, but not the URL`() async throws {
        let url = "postgres://me:secret@host/links"
        let command = try await shelf.run("list --library \(url)")
        #expect(command.code == 64)
        #expect(command.errors.hasPrefix("error: invalid value for '--library': "))
        let variable = try await shelf.run("list", environment: ["SHELF_LIBRARY": url])
        #expect(variable.code == 78)
        #expect(variable.errors.hasPrefix("error: invalid value for SHELF_LIBRARY: "))
        try write(#"{"library": "\#(url)"}"#)
        let configured = try await shelf.run("list", environment: ["SHELF_LIBRARY": ""])
        #expect(configured.code == 78)
        #expect(configured.errors.hasPrefix("error: invalid value for 'library' in '\(file)': "))
        for outcome in [command, variable, configured] {
            #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
        }
    }

    @Test func `reports a configuration that cannot be read`() async throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        let errors = try await shelf.run("list").errors
        #expect(errors.hasPrefix("error: cannot read configuration '\(file)': "), "\(errors)")
        #expect(errors.hasSuffix("; check its permissions\n"), "\(errors)")
    }

    @Test func `a Boolean variable accepts several spellings of true and false`() async throws {
        let outcome = try await shelf.run("list", environment: ["SHELF_COLOR": "maybe"])
        #expect(outcome.code == 78)
        #expect(
            outcome.errors
                == "error: invalid value 'maybe' for SHELF_COLOR: expected true or false\n"
        )
        for word in ["0", "off", "FALSE", "no"] {
            try await expect("color", "false", "SHELF_COLOR", environment: ["SHELF_COLOR": word])
        }
        let variable = "SHELF_URLS_ANY_SCHEME"
        for word in ["1", "on", "TRUE", "yes"] {
            try await expect("urls.anyScheme", "true", variable, environment: [variable: word])
        }
    }
}
