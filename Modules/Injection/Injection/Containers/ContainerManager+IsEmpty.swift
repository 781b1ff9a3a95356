extension ContainerManager {
    /// Whether there is nothing that a reset with these options would take back.
    ///
    /// Scopes and other modifiers do not count, nor do weakly kept instances that are gone.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        states.withLock { states in
            let state = states.current
            let overrides = state.overrides.values
            return switch options {
            case .all:
                overrides.allSatisfy { $0.registered == nil && $0.contexts.isEmpty } && state.instances.isEmpty
            case .registration: overrides.allSatisfy { $0.registered == nil }
            case .context: overrides.allSatisfy(\.contexts.isEmpty)
            case .scope: state.instances.isEmpty
            case .none: true
            }
        }
    }
}
