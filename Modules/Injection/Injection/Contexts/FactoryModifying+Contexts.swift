/// What a factory makes in certain circumstances, instead of what was registered or defined.
///
/// If several hold, the first of these decides: argument, preview, test, simulator, device, debug. An instance that is cached stays
/// as it is.
extension FactoryModifying {
    /// Makes something else in any of these contexts: `container.service.context(.test, .preview) { Fake() }`.
    @discardableResult
    public func context(_ contexts: FactoryContextType..., factory: Closure) -> Self {
        context(contexts, factory: factory)
    }

    /// Makes something else in any of these contexts.
    @discardableResult
    public func context(_ contexts: [FactoryContextType], factory: Closure) -> Self {
        let box = Box(factory)
        definition.remember { override in
            for context in contexts.flatMap(\.flattened) { override.contexts[context] = box }
        }
        return self
    }

    /// Makes something else if the program has the argument.
    @discardableResult
    public func onArg(_ argument: String, factory: Closure) -> Self {
        context(.arg(argument), factory: factory)
    }

    /// Makes something else if the program has one of the arguments.
    @discardableResult
    public func onArgs(_ arguments: [String], factory: Closure) -> Self {
        context(.args(arguments), factory: factory)
    }

    /// Makes something else in an Xcode preview.
    @discardableResult
    public func onPreview(factory: Closure) -> Self {
        context(.preview, factory: factory)
    }

    /// Makes something else in tests.
    @discardableResult
    public func onTest(factory: Closure) -> Self {
        context(.test, factory: factory)
    }

    /// Makes something else in a program that was built for debugging.
    @discardableResult
    public func onDebug(factory: Closure) -> Self {
        context(.debug, factory: factory)
    }

    /// Makes something else in a simulator.
    @discardableResult
    public func onSimulator(factory: Closure) -> Self {
        context(.simulator, factory: factory)
    }

    /// Makes something else outside of a simulator.
    @discardableResult
    public func onDevice(factory: Closure) -> Self {
        context(.device, factory: factory)
    }
}
