extension FactoryDefinition {
    /// Returns the instance that the factory's scope stores for the parameter, or creates one by
    /// passing the definition's closure, or its replacement, to `call`.
    ///
    /// Asynchronous factories store their instances in the same tables as synchronous factories.
    nonisolated(nonsending) func resolve<Closure: Sendable, T: Sendable>(
        for parameter: AnyHashable? = nil,
        _ own: Closure,
        _ call: @escaping @Sendable (Closure) async throws -> T
    ) async throws -> T {
        let resolution = Resolution(self, parameter)
        let (instance, isNew) = try await resolution.instance { closure in
            try await call(closure.map(Box<Closure>.open) ?? own)
        }
        resolution.decorate(instance, isNew: isNew)
        return instance
    }
}

extension Resolution {
    /// Returns the stored instance, or a new instance that `make` creates in a separate task.
    nonisolated(nonsending) fileprivate func instance<T: Sendable>(
        _ make: @escaping @Sendable (AnyObject?) async throws -> T
    ) async throws -> (instance: T, isNew: Bool) {
        let construction: AsyncConstruction
        let isNew: Bool
        switch step(AsyncConstruction.init(of:)) ?? .build(AsyncConstruction(of: link)) {
        case .use(let object):
            return (scope is Scope.Shared ? object as! T : Box<T>.open(object), false)
        case .wait(let other):
            construction = other
            isNew = false
        case .build(let new):
            construction = new
            isNew = true
        }
        let box = try await construction.join { [self] in
            manager.state.withLock { $0.openInstances.running.append(construction) }
            defer {
                manager.state.withLock { state in
                    state.openInstances.running.removeAll { $0 === construction }
                }
            }
            return try await build(construction, make)
        }
        guard let box else { return try await instance(make) }
        return (Box<T>.open(box), isNew)
    }

    private func build<T: Sendable>(
        _ construction: AsyncConstruction,
        _ make: @Sendable (AnyObject?) async throws -> T
    ) async throws -> Box<T> {
        let replacement = replacement
        var content = InstanceContent()
        defer {
            settle(construction, as: content)
        }
        try Task.checkCancellation()
        reportLiveDefinition(replacement.source)
        if let graph {
            AsyncConstruction.currentGraph = graph
        }
        let box = Box(try await make(replacement.closure))
        closeOnShutdown(box.content)
        content = self.content(of: box.content, in: box)
        return box
    }
}
