/// What the tests of a new implementation of a role need: the contract, and a mock to wrap.
struct TestKit {
    let contract: Contract
    /// How a test makes the mock.
    let expression: String

    /// Finds both in CoreTesting.
    ///
    /// - Throws: ``ScaffoldingError/missing(_:remedy:)``, since no implementation goes without the contract.
    init(of role: Role, in workspace: Workspace) throws(ScaffoldingError) {
        let folder = role.home.testingFolder
        let why = "a new implementation is held against it"
        guard let contract = try workspace.contract(of: role) else {
            throw .missing(
                "contract of '\(role.name)' in \(folder)",
                remedy:
                    "\(why): write \(folder)/\(role.name)Contract.swift, an enumeration of rules that is CaseIterable, with 'check(_ subject: any \(role.name))'"
            )
        }
        guard contract.takesImplementationAlone else {
            throw .missing(
                "contract of '\(role.name)' that takes an implementation alone",
                remedy:
                    "'\(contract.name).check' asks for more: write the service by hand, as Docs/AddingAFeature.md says")
        }
        self.contract = contract
        if contract.makesMock {
            expression = "\(contract.name).mock()"
        } else if let mock = try workspace.mock(of: role)?.expression {
            expression = mock
        } else {
            throw .missing(
                "mock of '\(role.name)' in \(folder) that is made without arguments",
                remedy: "\(why), over a mock: write \(folder)/InMemory\(role.name).swift first")
        }
    }
}
