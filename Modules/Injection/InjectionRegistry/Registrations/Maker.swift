/// The recipe of a ``Registry``.
// A class of its own rather than a closure in a box: a closure with a parameter pack is called differently where the pack is known.
final class Maker<Instance, each Argument>: Recipe {
    let make: (Registry, repeat each Argument) throws -> Instance
    let parameters: [Any.Type]

    init(parameters: [Any.Type] = [], _ make: @escaping (Registry, repeat each Argument) throws -> Instance) {
        self.make = make
        self.parameters = parameters
    }

    /// The recipe that looks up by type what an initialiser takes.
    static func lookingUp<each Parameter>(
        _ make: @escaping (repeat each Parameter) throws -> Instance
    ) -> Maker<Instance> {
        Maker<Instance>(parameters: Arguments<repeat each Parameter>.types) { registry in
            try make(repeat registry.instance(ServiceKey((each Parameter).self), for: Instance.self))
        }
    }

    /// Takes back the type of a recipe that was found under a key.
    static func open(_ recipe: AnyObject) -> Self {
        // A key holds the type of the instance and those of the arguments, and so those of the recipe stored under it.
        unsafe unsafeDowncast(recipe, to: Self.self)
    }

    var arguments: (any ArgumentList.Type)? { Arguments<repeat each Argument>.list }

    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any Recipe {
        Maker<View, repeat each Argument> { (registry: Registry, arguments: repeat each Argument) in
            try view(registry.instance(key, repeat each arguments))
        }
    }
}
