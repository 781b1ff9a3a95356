import Foundation
import ProgramTesting
import Testing

/// Tests of the settings, their origins, and `shelf config`.
struct ConfigurationTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    private var file: String { shelf.path(".config/shelf/config.json") }

    private func write(_ text: String) throws {
        try shelf.write(text, to: ".config/shelf/config.json")
    }

    private func expect(
        _ key: String,
        _ value: String,
        _ origin: String,
        environment: [String: String] = [:],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await shelf.run(
            "config show --json",
            environment: ["SHELF_LIBRARY": ""].merging(environment) { $1 }
        )
        #expect(outcome.code == 0, "\(outcome.errors)", sourceLocation: location)
        let settings: [String: [String: String]] = try outcome.decoded(at: location)
        #expect(settings[key]?["value"] == value, sourceLocation: location)
        #expect(settings[key]?["origin"] == origin, sourceLocation: location)
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
            ("/data/links.db", "/data/links.db"),
            (":memory:", ":memory:"),
        ] {
            try write(#"{"library": "\#(path)"}"#)
            try await expect("library", value, "file")
        }
    }

    @Test func `the configuration file is in XDG_CONFIG_HOME if that path is absolute`()
        async throws
    {
        let folder = shelf.path("elsewhere")
        try await shelf.expect(
            transcript: """
                $ shelf config path
                \(file)
                $ XDG_CONFIG_HOME=\(folder) shelf config path
                \(folder)/shelf/config.json
                $ XDG_CONFIG_HOME=relative shelf config path
                \(file)
                """
        )
        let account = try await shelf.run("config path", environment: ["HOME": ""]).output
        #expect(
            account.wholeMatch(of: /\/.*\/\.config\/shelf\/config\.json\n/) != nil,
            "\(account)"
        )
    }

    @Test(arguments: ["list", "check", "config show", "undo", "export"] as [CommandLine])
    func `every command checks all settings in effect`(_ call: CommandLine) async throws {
        try write(#"{"check": {"retries": "x"}}"#)
        try await shelf.expect(
            transcript: """
                $ shelf \(call)
                ! error: invalid value 'x' for 'check.retries' in '\(file)': expected a whole number, 0 to 20
                [78]
                $ SHELF_CHECK_RETRIES=1 SHELF_CHECK_TIMEOUT=soon shelf \(call)
                ! error: invalid value 'soon' for SHELF_CHECK_TIMEOUT: expected a time such as 50ms,[..]
                [78]
                """
        )
    }

    @Test func `an overridden value is not checked`() async throws {
        try write(#"{"check": {"timeout": "soon"}, "color": "never", "library": []}"#)
        try await shelf.expect(
            transcript: """
                $ SHELF_CHECK_TIMEOUT=2s SHELF_COLOR=true shelf list
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf check --timeout 1s --no-color
                ! note: the library is empty
                $ shelf list --no-color
                ! error: invalid value 'soon' for 'check.timeout' in '\(file)': expected a time such as [..]
                [78]
                """
        )
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
        try await shelf.expect(
            "config show",
            errors: "error: \(message)\n",
            code: 78,
            environment: ["SHELF_LIBRARY": ""]
        )
    }

    @Test(arguments: ["help", "config path", "completions bash", "--version"] as [CommandLine])
    func `a command that uses no setting ignores an invalid configuration`(
        _ call: CommandLine
    ) async throws {
        try write("[]")
        #expect(try await shelf.run(call).code == 0)
    }

    @Test func `reports the origin of an invalid server URL, but not its password`() async throws {
        let url = "postgres://me:secret@host/links"
        try write(#"{"library": "\#(url)"}"#)
        for (options, variable, code, origin) in [
            ("--library \(url)", "", 64, "'--library'"),
            ("", "", 78, "'library' in '\(file)'"),
            ("", url, 78, "SHELF_LIBRARY"),
        ] as [(CommandLine, String, Int32, String)] {
            let environment = ["SHELF_LIBRARY": variable]
            let outcome = try await shelf.run("list \(options)", environment: environment)
            #expect(outcome.code == code)
            #expect(outcome.errors.hasPrefix("error: invalid value for \(origin): "))
            #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
        }
    }

    @Test func `reports a configuration that cannot be read`() async throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        try await shelf.expect(
            transcript: """
                $ shelf list
                ! error: cannot read configuration '\(file)': [..]; check its permissions
                [78]
                """
        )
    }

    @Test func `a Boolean variable accepts several spellings of true and false`() async throws {
        try await shelf.expect(
            transcript: """
                $ SHELF_COLOR=maybe shelf list
                ! error: invalid value 'maybe' for SHELF_COLOR: expected true or false
                [78]
                """
        )
        for word in ["0", "off", "FALSE", "no"] {
            try await expect("color", "false", "SHELF_COLOR", environment: ["SHELF_COLOR": word])
        }
        let variable = "SHELF_URLS_ANY_SCHEME"
        for word in ["1", "on", "TRUE", "yes"] {
            try await expect("urls.anyScheme", "true", variable, environment: [variable: word])
        }
    }

    @Test func `config prints every setting with its origin`() async throws {
        let home = shelf.folder.url.path
        try await shelf.expect(
            transcript: """
                $ SHELF_LIBRARY= shelf config show
                setting              value[..]set by
                library              \(home)/.local/share/shelf/library.db  default
                color                true[..]default
                urls.removeTracking  false[..]default
                urls.anyScheme       false[..]default
                check.accept         200..=299[..]default
                check.concurrency    64[..]default
                check.perHost        10[..]default
                check.interval       50ms[..]default
                check.retries        2[..]default
                check.timeout        20s[..]default
                check.maxAge         none[..]default
                check.skip           none[..]default
                check.hosts          {}[..]default
                $ SHELF_CHECK_PER_HOST=7 shelf config show --no-color --library a.db
                [..]
                library              a.db[..]--library
                color                false[..]--no-color
                [...]
                check.perHost        7[..]SHELF_CHECK_PER_HOST
                [...]
                $ SHELF_LIBRARY= XDG_DATA_HOME=/data shelf config show
                [..]
                library              /data/shelf/library.db  default
                [...]
                $ SHELF_LIBRARY= XDG_DATA_HOME=data shelf config show
                [..]
                library              \(home)/.local/share/shelf/library.db  default
                [...]
                $ shelf config path --json
                "\(home)/.config/shelf/config.json"
                """
        )
        let rules = #"{"d": {}, "b": {"skip": true}, "c": {}, "a": {}}"#
        try await expect(
            "check.hosts",
            #"{"a":{},"b":{"skip":"true"},"c":{},"d":{}}"#,
            "SHELF_CHECK_HOSTS",
            environment: ["SHELF_CHECK_HOSTS": rules]
        )
    }

    @Test func `config hides the values of header fields`() async throws {
        let rules = #"{"a.example:443": {"headers": {"X-Key": "secret"}}}"#
        try await expect(
            "check.hosts",
            #"{"a.example:443":{"headers":{"X-Key":"…"}}}"#,
            "SHELF_CHECK_HOSTS",
            environment: ["SHELF_CHECK_HOSTS": rules]
        )
    }
}
