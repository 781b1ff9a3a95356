/// A service of which a registry has one instance, made when it is first asked for.
///
///     Shared { InMemoryLinkStore() }
///     Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
///     Shared(StoredLinkLibrary.init)                                // what the initialiser takes is looked up by type
///     Shared(named: "json", eager: true) { JSONExporter() as any Exporter }
///
/// An eager one is made by ``Registry/buildEagerServices()``, if it is not there by then. What a shared service asks for comes from
/// the registry that it is registered in, also where a child asked for it.
public final class Shared<Instance>: Registration<Registry, Instance>, @unchecked Sendable {
    /// Registers how to make the instance from what the registry has.
    public init(
        named name: String? = nil, eager: Bool = false, _ make: @escaping (_ resolver: Registry) throws -> Instance
    ) {
        super.init(Maker(make), named: name, isShared: true, isEager: eager)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    ///
    /// Defaulted parameters are looked up too, and optional ones are nil where there is nothing.
    public init<each Parameter>(
        named name: String? = nil, eager: Bool = false, _ make: @escaping (repeat each Parameter) throws -> Instance
    ) {
        super.init(Maker<Instance>.lookingUp(make), named: name, isShared: true, isEager: eager)
    }
}
