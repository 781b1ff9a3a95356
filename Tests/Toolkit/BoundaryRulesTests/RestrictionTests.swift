import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests restrictions that select modules by tag, path, name and product.
struct RestrictionTests {
    /// Returns a package with two axes of tags: the types `ui`, `domain` and `data`, and the scopes
    /// `billing`, `admin` and `shared`.
    private func tagged(_ rules: String) throws -> Workspace {
        let names = [
            "BillingUI", "BillingDomain", "AdminUI", "AdminData", "SharedDomain", "BillingTests",
        ]
        let lines = names.map { "\($0) in Sources/\($0): \(names.joined(separator: ","))\n" }
        return try Workspace(
            lines.joined() + "FirebaseAuth external\nCollections external",
            rules: """
                { "tags": {
                    "type": { "ui": ["path:Sources/*UI"], "domain": ["module:*Domain"], "data": ["module:AdminData"] },
                    "scope": { "billing": ["module:Billing*"], "admin": ["path:Sources/Admin*"], "shared": ["module:Shared*"] } },
                  "layers": [{ "name": "all", "paths": ["Sources/*"], "canDependOn": ["all"] }],
                  \(rules) }
                """
        )
    }

    /// A rule, a module that imports another module, and the effect of the rule.
    @Test(
        arguments: Row.table(
            #"""
            { "from": "scope:billing", "allow": ["scope:billing", "scope:shared"] } → BillingUI → AdminUI → denied
            { "from": "scope:billing", "allow": ["scope:billing", "scope:shared"] } → BillingUI → SharedDomain → allowed
            { "from": "scope:billing", "allow": ["scope:*"] } → BillingUI → AdminUI → allowed
            { "from": "type:domain", "deny": "type:ui" } → SharedDomain → AdminUI → denied
            { "from": "type:domain", "deny": "type:ui" } → AdminUI → AdminData → allowed
            { "from": "path:Sources/*UI", "deny": "module:*Data" } → AdminUI → AdminData → denied
            { "from": "layer:all", "deny": "module:AdminData" } → BillingUI → AdminData → denied
            { "from": "kind:library", "deny": "kind:test" } → BillingUI → BillingTests → denied
            { "from": "*", "allow": [] } → BillingUI → AdminUI → denied
            { "from": "*", "allow": [] } → BillingUI → Collections → allowed
            { "from": "*", "allow": ["product:Firebase*"] } → BillingUI → Foundation → allowed
            { "from": "type:domain", "deny": "product:Firebase*" } → SharedDomain → FirebaseAuth → denied
            { "from": "type:domain", "allow": ["type:*", "product:Coll*"] } → SharedDomain → FirebaseAuth → denied
            { "from": "type:domain", "allow": ["type:*", "product:Coll*"] } → SharedDomain → Collections → allowed
            { "from": "type:domain", "deny": ["module:UIKit"] } → SharedDomain → UIKit → denied
            { "from": "type:domain", "deny": "*" } → SharedDomain → Foundation → allowed
            { "from": "*", "deny": "product:*" } → SharedDomain → Foundation → allowed
            """#
        )
    )
    func `a restriction selects modules by layer, path, name, kind, product and tag`(row: Row)
        throws
    {
        var package = try tagged(#""rules": [\#(row[0])]"#)
        package.change(row[1]) { $0.dependencies = [row[2]] }
        let found = package.violations(row[1], "import \(row[2])").map(\.rule)
        #expect(found == (row[3] == "denied" ? [.forbiddenDependency] : []))
    }

    @Test
    func `a module must meet the restrictions for all of its tags`()
        throws
    {
        let package = try tagged(
            #"""
            "rules": [
              { "from": "scope:billing", "allow": ["scope:billing", "scope:shared"], "reason": "Billing ships alone" },
              { "from": "type:ui", "allow": ["type:ui", "type:domain"] } ]
            """#
        )
        let found = package.violations(
            "BillingUI",
            "import SharedDomain\nimport AdminUI\nimport BillingDomain"
        )
        let forbidden = try #require(found.first { $0.other == "AdminUI" })
        #expect(
            forbidden.message
                == "'BillingUI' depends on 'AdminUI', which scope:billing cannot depend on"
        )
        #expect(
            forbidden.statement == "scope:billing can depend only on scope:billing, scope:shared"
        )
        #expect(forbidden.reason == "Billing ships alone")
        let remedy = "move the code that uses it to a module that can depend on"
        #expect(forbidden.remedy.hasPrefix(remedy))
        let data = package.violations("BillingUI", "import AdminData")
        #expect(data.first { $0.other == "AdminData" }?.statement == forbidden.statement)
        let ui = package.violations("AdminUI", "import AdminData").first { $0.other == "AdminData" }
        #expect(ui?.statement == "type:ui can depend only on type:ui, type:domain")
    }
}
