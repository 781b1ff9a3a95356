import Injection

extension Registry {
    /// Has something registered, or done, before the next resolution in this registry, once, by the thread that asks first.
    ///
    ///     Registry.shared.beforeFirstResolution { registry in registry.register(ExportModule.registrations) }
    ///
    /// Other threads wait for it; the closure itself may resolve. What is given later runs before the next resolution. If it throws, so
    /// does the resolution, and the next one tries again.
    public func beforeFirstResolution(_ prepare: @escaping (Registry) throws -> Void) {
        let blueprint = Blueprint<Registry>(
            key: ServiceKey(BeforeFirstResolution.self), recipe: Maker<Void>(prepare), isShared: true)
        table.withLock { $0.preparations.append(Service(blueprint, order: 0)) }
    }

    /// Builds the shared services that are marked as eager and not there yet, in order of registration.
    ///
    /// - Throws: The error of the first that fails; those after it are not built.
    public func buildEagerServices() throws(ResolutionError) {
        for eager in eagerBlueprints { try build(eager.recipe, of: eager.key) }
    }

    private func build<R: Recipe>(_ recipe: R, of key: ServiceKey) throws(ResolutionError) {
        _ = try instance(key) as R.Instance
    }
}

/// The name of preparations in a chain.
private enum BeforeFirstResolution {}
