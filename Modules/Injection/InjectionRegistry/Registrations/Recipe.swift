/// How to make an instance, whatever run-time arguments that takes.
protocol Recipe<Instance>: AnyObject {
    associatedtype Instance
    /// The types of the arguments; nil if there are none.
    var arguments: (any ArgumentList.Type)? { get }
    /// The types that are looked up, if that is not written out.
    var parameters: [Any.Type] { get }
    /// The recipe that resolves this recipe's service and shows it as another type.
    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any Recipe
}
