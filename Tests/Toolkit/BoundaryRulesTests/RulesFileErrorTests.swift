import BoundaryRules
import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests the errors for invalid rules files and baselines.
struct RulesFileErrorTests {
    private func message(_ json: String) throws -> String {
        let error = try #require(throws: LayerRulesError.self) { try LayerRules(json) }
        return LayerRulesError(path: "b.json", error).message
    }

    @Test(
        arguments: Row.table(
            #"""
            { → not valid JSON
            [] → expected an object
            {"layers": {}} → layers: expected an array
            {"testSuffixes": 1} → testSuffixes: expected an array
            {"layers": [], "layers": []} → duplicate key 'layers'; remove one of the values
            {"layer": []} → unknown key 'layer'; the known keys are documentation, layers, exceptions, container
            {"layers": [{"name": "A", "paths": ["A"]}]} → layers[0]: the key 'canDependOn' is missing
            {"layers": [{"name": "A", "paths": ["A"], "canDependOn": "all"}]} → layers[0].canDependOn: unknown layer 'all'
            {"layers": [{"name": "A", "paths": ["A"], "canDependOn": ["B", "C"]}]} → layers[0].canDependOn: unknown layer 'B'; the layers are A
            {"layers": [{"name": "A", "canDependOn": []}]} → layers[0]: 'A' requires paths, modules or kinds
            {"layers": [{"name": "", "paths": ["A"], "canDependOn": []}]} → layers[0].name: a layer requires a name other than "*", "subject" and "inherited"
            {"layers": [{"name": "subject", "paths": ["A"], "canDependOn": []}]} → layers[0].name:
            {"layers": [{"name": "inherited", "paths": ["A"], "canDependOn": []}]} → layers[0].name:
            {"layers": [{"name": "A", "paths": ["A"], "canDependOn": ["inherited"]}]} → layers[0].canDependOn: unknown layer 'inherited'; the layers are A
            {"layers": [{"name": "A", "paths": ["A"], "canDependOn": [], "granted": ["*"]}]} → layers[0].granted: unknown layer '*'; the layers are A
            {"layers": [{"name": 1, "paths": ["A"], "canDependOn": []}]} → layers[0].name: expected a string
            {"layers": [{"name": "A", "paths": ["A"], "canDependOn": [], "testOnly": 1}]} → layers[0].testOnly: expected true or false
            {"layers": [{"name": "A", "paths": ["A"], "canDependOn": []}, {"name": "A", "paths": ["B"], "canDependOn": []}]} → layers: two layers have the name 'A'; rename one
            {"exceptions": [{"module": "A", "dependsOn": "B", "reason": " "}]} → exceptions[0].reason: an exception requires a reason
            {"container": {"class": "C", "module": "B", "protocolSuffix": "P", "declaredIn": ["A"]}} → container.declaredIn: unknown layer 'A'
            {"severities": {"reexport": "off"}} → severities: unknown value 'reexport'; expected one of undeclared-import,
            {"severities": {"re-export": "no"}} → severities: unknown value 'no'; expected one of error, warning, off
            {"rules": [{"from": "module:A"}]} → rules[0]: a restriction requires 'from' with 'allow', 'deny' or 'mustNotReach', or 'to' with 'onlyFrom'
            {"rules": [{"to": "module:A"}]} → rules[0]: a restriction with 'to' requires 'onlyFrom'
            {"rules": [{"to": "module:A", "onlyFrom": [], "deny": []}]} → rules[0]: unknown key 'deny'; the known keys are to, onlyFrom, reason, strict
            {"rules": [{"from": "*", "mustNotReach": "!layer:a"}]} → rules[0].mustNotReach: '!layer:a' selects nothing;
            {"rules": [{"from": "!Core", "deny": []}]} → rules[0].from: invalid selector '!Core'; expected a tag, or a selector such as 'layer:app',
            {"strict": ["no-rule"]} → strict: unknown value 'no-rule'; expected one of undeclared-import,
            {"rules": [{"from": "path:A/*", "allow": "path:A/$1"}]} → rules[0].allow: 'path:A/$1' refers to a part that each selector in 'from' must capture with parentheses, such as '(*)';
            {"rules": [{"from": ["path:(*)", "module:A"], "deny": "path:$1"}]} → rules[0].deny: 'path:$1' refers to a part that each selector in 'from' must capture
            {"rules": [{"from": "path:(*)", "mustNotReach": "path:$2"}]} → rules[0].mustNotReach: 'path:$2' refers to a part that each selector in 'from' must capture
            {"rules": [{"from": "path:$1", "deny": "*"}]} → rules[0].from: 'path:$1' refers to a part that each selector in 'from' must capture
            {"rules": [{"from": "A", "deny": []}]} → rules[0].from: invalid selector 'A'; expected a tag, or a selector such as 'layer:app', 'path:Sources/*' or 'module:Core'
            {"rules": [{"from": "path:Sources/(*", "deny": []}]} → rules[0].from: unbalanced parentheses in 'Sources/(*'
            {"rules": [{"from": "path:(Sources/*)", "deny": []}]} → rules[0].from: unbalanced parentheses in '(Sources/*)'
            {"layers": [{"name": "A", "paths": ["A", "B)"], "canDependOn": []}]} → layers[0].paths[1]: unbalanced parentheses in 'B)'
            {"rules": [{"from": "scope:a", "deny": []}]} → rules[0].from: 'scope:a' selects nothing; the keys are layer, path, module, product, kind
            {"tags": {"scope": {"d": ["*"], "b": ["*"], "e": ["*"], "c": ["*"], "f": ["*"]}}, "rules": [{"from": "*", "deny": ["scope:a"]}]} → rules[0].deny: 'scope:a' selects nothing; the values of 'scope' are b, c, d, e, f
            {"tags": {"d": {"x": ["*"]}, "b": {"x": ["*"]}, "e": {"x": ["*"]}, "c": {"x": ["*"]}}, "rules": [{"from": "*", "deny": ["scope:a"]}]} → rules[0].deny: 'scope:a' selects nothing; the keys are layer, path, module, product, kind, b, c, d, e
            {"tags": {"scope": {"b": ["scope:a"]}}} → tags.scope.b: 'scope:a' selects nothing; the keys are
            {"tags": {"path": {"b": ["path:a"]}}} → tags: 'path' is the key of a built-in selector; rename the axis
            """#
        )
    )
    func `the error for an invalid file contains the key, the reason and a remedy`(row: Row) throws
    {
        let message = try message(row[0])
        #expect(message.contains(row[1]))
        #expect(message.contains(#/^b\.json:\d+:\d+: /#))
        #expect(message.hasSuffix("; 'bulkhead check --help' shows an example"))
    }

    @Test(
        arguments: Row.table(
            """
            {⏎  "layers": {}⏎} → 2:13:
            {⏎  "tags": {},⏎  "tags": {}⏎} → 3:3:
            {⏎  "rules": [⏎    {"to": "layer:A"}⏎  ]⏎} → 3:5:
            {"strict":⏎  ["imports", "nothing"]} → 2:3:
            {⏎  "layers": [,]⏎} → 2:14: not valid JSON: unexpected ,
            {⏎  "layers": [ → 2:14: not valid JSON: the file is not complete
            """
        )
    )
    func `the error for an invalid file contains its line and column`(row: Row) throws {
        let message = try message(row.lines(0))
        #expect(message.hasPrefix("b.json:\(row[1])"), "\(message)")
    }

    @Test(arguments: ["{", "[]", #"{"violations": [{"rule": "no-rule", "module": "A"}]}"#])
    func `the error for an invalid baseline contains the path of the file and a remedy`(
        text: String
    ) throws {
        let error = #expect(throws: LayerRulesError.self) {
            try LayerRules(file: nil, baseline: "b.json") { _ in Data(text.utf8) }
        }
        let remedy = "restore it from an earlier commit"
        #expect(error?.message == "b.json: not a valid baseline; \(remedy)")
    }
}
