/// A mock that is there for sure.
package struct EnsuredMock: Sendable, Hashable {
    /// The mock.
    package let mock: Mock
    /// Whether its file was written just now.
    package let isNew: Bool
    /// The modules of the workspace that its file imports beside the one of the role, where it was written just now.
    package let imports: [String]
}

extension Workspace {
    /// Writes `MockRole.swift` for a role of which no mock can be made without arguments.
    ///
    /// The manifest is left to the caller.
    ///
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)`` for protocols that cannot be mocked, and
    ///   ``ScaffoldingError/cannotWrite(path:reason:)``.
    package func ensureMock(of role: Role) throws(ScaffoldingError) -> EnsuredMock {
        if let mock = try mock(of: role), mock.needsNoArguments {
            return EnsuredMock(mock: mock, isNew: false, imports: [])
        }
        let file = "\(role.home.testingFolder)/Mock\(role.name).swift"
        let remedy = "write a mock with an init without arguments by hand, in \(role.home.testingFolder)"
        guard !exists(file) else {
            throw .sourceNotUnderstood(
                path: file, reason: "no mock of '\(role.name)' that a test makes without arguments stands there",
                remedy: remedy)
        }
        let declaration = try declaration(of: role, remedy: remedy)
        let writer = MockWriter(declaration, remedy: remedy)
        let modules = try ImportedTypes(of: declaration, in: role.home, workspace: self)
            .modules(neededFor: declaration.requirements)
        let template = try ToolSources.text(ofTemplate: "Mock/MockRoleName.swift")
        try write(
            writer.text(template: template, importing: (modules + [role.home.module]).sorted()), to: file)
        let mock = Mock(name: writer.name, module: role.home.testingModule, needsNoArguments: true)
        return EnsuredMock(mock: mock, isNew: true, imports: modules.filter { folder(ofModule: $0) != nil })
    }
}
