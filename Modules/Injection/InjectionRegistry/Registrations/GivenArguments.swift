import Injection

/// The run-time arguments of one resolution, for an initialiser that takes them among other parameters.
struct GivenArguments {
    private var boxes: [(type: Any.Type, box: AnyObject)] = []

    init<each Argument>(_ arguments: repeat each Argument) {
        repeat boxes.append(((each Argument).self, Box(each arguments)))
    }

    /// Returns the next argument of the parameter's type, or else what the registry has.
    mutating func take<Parameter, Service>(
        _ type: Parameter.Type, of service: Service.Type, from registry: Registry
    ) throws(ResolutionError) -> Parameter {
        guard let index = boxes.firstIndex(where: { $0.type == type }) else {
            return try registry.instance(ServiceKey(type), for: service)
        }
        return Box<Parameter>.open(boxes.remove(at: index).box)
    }

    /// Throws if there is an argument that no parameter took.
    func expectNone() throws(ResolutionError) {
        if !boxes.isEmpty { throw .unusedArguments(boxes.map(\.type), chain: ResolutionChain.current.labels) }
    }
}
