import Injection

/// How to make an instance, whatever run-time arguments that takes.
protocol Recipe<Instance>: AnyObject {
    associatedtype Instance
    /// The types of the arguments; nil if there are none.
    var arguments: (any ArgumentList.Type)? { get }
    /// The recipe that resolves this recipe's service and shows it as another type.
    func alias<View>(ofServiceNamed name: String?, _ view: @escaping (Instance) throws -> View) -> AnyObject
}

/// The recipe of a ``Registry``.
// A class of its own rather than a closure in a box: a closure with a parameter pack is called differently where the pack is known.
final class Maker<Instance, each Argument>: Recipe {
    private let make: (Registry, repeat each Argument) throws -> Instance

    init(_ make: @escaping (Registry, repeat each Argument) throws -> Instance) {
        self.make = make
    }

    /// The recipe that looks up by type what an initialiser takes.
    static func lookingUp<each Parameter>(
        _ make: @escaping (repeat each Parameter) throws -> Instance
    ) -> Maker<Instance> {
        Maker<Instance> { registry in try make(repeat registry.parameter((each Parameter).self, of: Instance.self)) }
    }

    /// Takes back the type of a recipe that was found under a key.
    static func open(_ recipe: AnyObject) -> Self {
        // A key holds the type of the instance and those of the arguments, and so those of the recipe stored under it.
        unsafe unsafeDowncast(recipe, to: Self.self)
    }

    func callAsFunction(_ registry: Registry, _ arguments: repeat each Argument) throws -> Instance {
        try make(registry, repeat each arguments)
    }

    var arguments: (any ArgumentList.Type)? { Arguments<repeat each Argument>.list }

    func alias<View>(ofServiceNamed name: String?, _ view: @escaping (Instance) throws -> View) -> AnyObject {
        Maker<View, repeat each Argument> { (registry: Registry, arguments: repeat each Argument) in
            try view(registry.resolve(Instance.self, named: name, repeat each arguments))
        }
    }
}
