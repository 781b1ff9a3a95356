import Foundation
import ProgramTesting
import Testing

/// Options, variables, and the configuration file.
struct ConfigurationTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

    private var file: String { shelf.path(".config/shelf/config.json") }

    private func write(_ text: String) throws { try shelf.write(text, to: ".config/shelf/config.json") }

    /// The value of a setting and what set it, as `shelf config show --json` prints them.
    private func setting(
        _ key: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> [String] {
        let outcome = try await shelf.run(["config", "show", "--json"] + arguments, environment: environment)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let setting = (outcome.json as? [String: [String: String]])?[key]
        return [setting?["value"], setting?["origin"]].compactMap(\.self)
    }

    @Test func `a variable beats the file, and the file what is usual`() async throws {
        #expect(try await setting("check.perHost") == ["10", "default"])
        try write(#"{"check": {"perHost": 4, "timeout": "5s"}}"#)
        #expect(try await setting("check.perHost") == ["4", "file"])
        #expect(try await setting("check.timeout") == ["5s", "file"])
        let variables = ["SHELF_CHECK_PER_HOST": "7"]
        #expect(try await setting("check.perHost", environment: variables) == ["7", "SHELF_CHECK_PER_HOST"])
        #expect(try await setting("check.perHost", environment: ["SHELF_CHECK_PER_HOST": ""]) == ["4", "file"])
    }

    @Test func `a path of the file is seen from its folder, and from the home folder with a tilde`() async throws {
        try write(#"{"library": "links.db"}"#)
        #expect(try await setting("library") == [shelf.path(".config/shelf/links.db"), "file"])
        try write(#"{"library": "~/links.db"}"#)
        #expect(try await setting("library") == [shelf.path("links.db"), "file"])
        try write(#"{"library": ":memory:"}"#)
        #expect(try await setting("library") == [":memory:", "file"])
    }

    @Test func `the folder of the configuration is the one that is named`() async throws {
        #expect(try await shelf.run(["config", "path"], environment: [:]).output == "\(file)\n")
        let variables = ["XDG_CONFIG_HOME": shelf.path("elsewhere")]
        let expected = shelf.path("elsewhere/shelf/config.json")
        #expect(try await shelf.run(["config", "path"], environment: variables).output == "\(expected)\n")
        let relative = try await shelf.run(["config", "path"], environment: ["XDG_CONFIG_HOME": "relative"])
        #expect(relative.output == "\(file)\n")
    }

    @Test func `a setting of a check holds in a check`() async throws {
        let variables = ["SHELF_LIBRARY": ":memory:", "SHELF_CHECK_TIMEOUT": "soon"]
        let outcome = try await shelf.run(["check"], environment: variables)
        #expect(outcome.code == 78)
        #expect(
            outcome.errors
                == "shelf: 'soon' is no value for the variable SHELF_CHECK_TIMEOUT; it takes a time such as 50ms, 20s, 5m, 1h or 1d\n"
        )
        #expect(try await shelf.run(["check", "--timeout", "1s"], environment: variables).code == 0)
        #expect(try await shelf.run(["list"], environment: variables).code == 0)
    }

    @Test func `tracking parameters are taken out where that is settled`() async throws {
        try write(#"{"addresses": {"removeTracking": true}}"#)
        try await shelf.run("add", "-q", "--no-fetch", "https://example.org/?utm_source=x&a=1")
        #expect(try await shelf.run("list").output.contains("https://example.org/?a=1\n"))
    }

    @Test(arguments: [
        (
            "{\n  \"color\": true\n  \"check\": {}\n}",
            "is not JSON, as line 3 shows; 'shelf help configuration' shows an example"
        ),
        ("[]", "is no JSON object; 'shelf help configuration' shows an example"),
        (#"{"colour": false}"#, "has 'colour', which is no setting; did you mean 'color'?"),
        (#"{"check": {"perhost": 1}}"#, "has 'check.perhost', which is no setting; did you mean 'check.perHost'?"),
        (#"{"pages": {"x": 1}}"#, "has 'pages', which is no setting; 'shelf help configuration' lists them"),
    ])
    func `a configuration that cannot be read is refused in one line`(_ text: String, _ words: String) async throws {
        try write(text)
        let outcome = try await shelf.run(["list"], environment: [:])
        #expect(outcome.code == 78)
        #expect(outcome.errors == "shelf: the configuration '\(file)' \(words)\n")
        for command in [["help"], ["config", "path"], ["completions", "bash"], ["--version"]] {
            #expect(try await shelf.run(command, environment: [:]).code == 0, "\(command)")
        }
    }

    @Test(arguments: [
        (#"{"color": "never"}"#, "'never' is no value for 'color'", "true or false"),
        (#"{"check": {"retries": "two"}}"#, "'two' is no value for 'check.retries'", "a whole number"),
        (#"{"check": {"retries": 99}}"#, "'99' is no value for 'check.retries'", "a whole number, 0 to 20"),
        (#"{"check": {"timeout": 20}}"#, "'20' is no value for 'check.timeout'", "a text"),
        (#"{"check": {"accept": []}}"#, "what is there is no value for 'check.accept'", "a text"),
        (#"{"library": ""}"#, "'' is no value for 'library'", "the path of a file"),
        (#"{"library": "a\u0000b"}"#, "'ab' is no value for 'library'", "the path of a file"),
        (#"{"library": "ftp://x/y"}"#, "'ftp://x/y' is no value for 'library'", "the path of a file"),
    ])
    func `a value that a setting does not take is refused with its key`(
        _ text: String, _ what: String, _ expected: String
    ) async throws {
        try write(text)
        let outcome = try await shelf.run(["config", "show"], environment: [:])
        #expect(outcome.code == 78 && outcome.output == "")
        #expect(outcome.errors.hasPrefix("shelf: \(what) in '\(file)'; it takes \(expected)"), "\(outcome.errors)")
    }

    @Test func `a variable that says neither yes nor no is refused`() async throws {
        let outcome = try await shelf.run(["list"], environment: ["SHELF_COLOR": "maybe"])
        #expect(outcome.code == 78)
        #expect(
            outcome.errors == "shelf: 'maybe' is no value for the variable SHELF_COLOR; it takes true or false\n")
        for word in ["0", "off", "FALSE", "no"] {
            #expect(try await setting("color", environment: ["SHELF_COLOR": word]) == ["false", "SHELF_COLOR"])
        }
    }

    @Test func `the settings are a table for people, and all of them are documented`() async throws {
        let shown = try await shelf.run(["config", "show"], environment: [:])
        #expect(shown.output.hasPrefix("setting "))
        let topic = try await shelf.run(["help", "configuration"], environment: [:])
        let all = try #require(
            try await shelf.run(["config", "show", "--json"], environment: [:]).json as? [String: [String: String]])
        for (key, setting) in all {
            let (variable, option) = (try #require(setting["variable"]), try #require(setting["option"]))
            #expect(shown.output.contains("\n\(key) "))
            #expect(topic.output.contains("  \(key) ") && topic.output.contains("\(variable), \(option) ("), "\(key)")
        }
    }
}
