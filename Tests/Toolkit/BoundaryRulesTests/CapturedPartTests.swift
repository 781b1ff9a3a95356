import BoundaryRules
import Foundation
import SwiftSource
import Testing

/// Rules with captured parts, and the rule about modules that nothing uses.
struct CapturedPartTests {
    /// Two features with an interface and an implementation each.
    private var workspace: Workspace {
        get throws {
            var workspace = Workspace()
            workspace.sources = [:]
            workspace.modules = ["Cart", "Feed"].flatMap { name in
                ["API", "Impl"].map { part in
                    Module(
                        name + part,
                        in: "Features/\(name)/\(part)",
                        uses: ["CartAPI", "CartImpl", "FeedAPI", "FeedImpl"].filter {
                            $0 != name + part
                        }
                    )
                }
            }
            return workspace
        }
    }

    private func edges(_ rules: String) throws -> [String] {
        var workspace = try workspace
        workspace.rules = try LayerRules(rules)
        for module in workspace.modules {
            workspace.sources[module.name] = module.dependencies.map { "import \($0)" }
                .joined(separator: "\n")
        }
        let found = workspace.checker.results().filter { $0.rule == .forbiddenDependency }
        return found.map { "\($0.module) \($0.other ?? "")" }
    }

    @Test(arguments: [
        #"{"from": "path:Features/(*)/**", "allow": "path:Features/$1/**"}"#,
        #"{"from": "path:Features/(*)/**", "deny": ["path:Features/**", "!path:Features/$1/**"]}"#,
    ])
    func `a restriction can limit each feature to its own modules`(rule: String) throws {
        #expect(
            try edges(#"{"rules": [\#(rule)]}"#) == [
                "CartAPI FeedAPI", "CartAPI FeedImpl", "CartImpl FeedAPI", "CartImpl FeedImpl",
                "FeedAPI CartAPI", "FeedAPI CartImpl", "FeedImpl CartAPI", "FeedImpl CartImpl",
            ]
        )
    }

    @Test func `a part of a name can be captured, and a reservation refers to it`() throws {
        let rule = #"{"to": "module:(*)Impl", "onlyFrom": "module:$1*"}"#
        #expect(
            try edges(#"{"rules": [\#(rule)]}"#) == [
                "CartAPI FeedImpl", "CartImpl FeedImpl", "FeedAPI CartImpl", "FeedImpl CartImpl",
            ]
        )
    }

    @Test func `the message contains the captured part`() throws {
        var workspace = try workspace
        let json =
            #"{"rules": [{"from": "path:Features/(*)/API", "mustNotReach": "path:*/$1/Impl"}]}"#
        workspace.rules = try LayerRules(json)
        let violation = try #require(workspace.violations("CartAPI", "import CartImpl").first)
        #expect(violation.statement == "path:Features/(*)/API must not reach path:*/Cart/Impl")
    }

    @Test(arguments: [
        (#"{"from": "path:A/*", "allow": "path:A/$1"}"#, "allow: 'path:A/$1'"),
        (#"{"from": ["path:(*)", "module:A"], "deny": "path:$1"}"#, "deny: 'path:$1'"),
        (#"{"from": "path:(*)", "mustNotReach": "path:$2"}"#, "mustNotReach: 'path:$2'"),
        (#"{"from": "path:$1", "deny": "*"}"#, "from: 'path:$1'"),
    ])
    func `a reference to a part that is not captured is an error`(
        rule: String,
        place: String
    ) throws {
        let error = #expect(throws: LayerRulesError.self) {
            try LayerRules(#"{"rules": [\#(rule)]}"#)
        }
        let selectors = "each selector in 'from' must capture with parentheses, such as '(*)'"
        #expect(error?.message == "rules[0].\(place) refers to a part that \(selectors)")
    }
}
