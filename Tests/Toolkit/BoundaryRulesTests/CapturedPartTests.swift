import BoundaryRules
import PackageManifestTesting
import Testing

/// Tests restrictions with captured parts.
struct CapturedPartTests {
    /// Returns two features with an interface and an implementation each, which import each other.
    private func workspace(_ rule: String) throws -> Workspace {
        let names = ["CartAPI", "CartImpl", "FeedAPI", "FeedImpl"]
        var sources: [String: String] = [:]
        let lines = names.map { name in
            let others = names.filter { $0 != name }
            sources[name] = others.map { "import \($0)\n" }.joined()
            let folder = "Features/\(name.prefix(4))/\(name.dropFirst(4))"
            return "\(name) in \(folder): \(others.joined(separator: ","))"
        }
        return try Workspace(
            lines.joined(separator: "\n"),
            rules: #"{"rules": [\#(rule)]}"#,
            sources: sources
        )
    }

    private func edges(_ rule: String) throws -> [String] {
        try workspace(rule).results(.forbiddenDependency).map { "\($0.module) \($0.other ?? "")" }
    }

    @Test(arguments: [
        #"{"from": "path:Features/(*)/**", "allow": "path:Features/$1/**"}"#,
        #"{"from": "path:Features/(*)/**", "deny": ["path:Features/**", "!path:Features/$1/**"]}"#,
    ])
    func `a restriction can limit each feature to its own modules`(rule: String) throws {
        #expect(
            try edges(rule) == [
                "CartAPI FeedAPI", "CartAPI FeedImpl", "CartImpl FeedAPI", "CartImpl FeedImpl",
                "FeedAPI CartAPI", "FeedAPI CartImpl", "FeedImpl CartAPI", "FeedImpl CartImpl",
            ]
        )
    }

    @Test func `a part of a name can be captured, and a reservation refers to it`() throws {
        let rule = #"{"to": "module:(*)Impl", "onlyFrom": "module:$1*"}"#
        #expect(
            try edges(rule) == [
                "CartAPI FeedImpl", "CartImpl FeedImpl", "FeedAPI CartImpl", "FeedImpl CartImpl",
            ]
        )
    }

    @Test func `the captured part is the first of several values of a tag`() throws {
        let tags = #""tags": {"t": {"Feed": ["module:A"], "Cart": ["module:A"]}}"#
        let rule = #"{"from": "t:(*)", "deny": "module:$1"}"#
        let workspace = try Workspace(
            "A: Cart, Feed\nCart\nFeed",
            rules: "{\(tags), \"rules\": [\(rule)]}"
        )
        #expect(workspace.violations("A", "import Cart\nimport Feed").map(\.other) == ["Cart"])
    }

    @Test func `the statement of a violation contains the captured part`() throws {
        let workspace = try workspace(
            #"{"from": "path:Features/(*)/API", "mustNotReach": "path:*/$1/Impl"}"#
        )
        let violation = try #require(workspace.violations("CartAPI", "import CartImpl").first)
        #expect(violation.statement == "path:Features/(*)/API must not reach path:*/Cart/Impl")
    }
}
