extension Workspace {
    /// The mock of a role that tests make without arguments, or, where there is none, another one; nil without any.
    package func mock(of role: Role) throws(ScaffoldingError) -> Mock? {
        var (types, conforming, easy): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for (_, text) in try sources(in: role.home.testingFolder) {
            var reader = MockReader(text, role: role.name)
            reader.read()
            types.formUnion(reader.types)
            conforming.formUnion(reader.conforming)
            easy.formUnion(reader.easy)
        }
        let names = conforming.intersection(types).sorted()
        guard let name = names.first(where: easy.contains) ?? names.first else { return nil }
        return Mock(name: name, module: role.home.testingModule, needsNoArguments: easy.contains(name))
    }
}
