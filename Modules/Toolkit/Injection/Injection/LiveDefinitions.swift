extension ContainerManager {
    /// A closure that is called before the definition of a factory creates an instance, with the
    /// names of the factories that need the instance, outermost first. The factory itself is last.
    package var onLiveDefinition: (@Sendable (_ chain: [String]) -> Void)? {
        get { state.withLock(\.settings.onLiveDefinition) }
        set { set(\.settings.onLiveDefinition, to: newValue) }
    }
}

extension FactoryModifying {
    /// Allows a test to use the definition of this factory, even if the test reports the others.
    ///
    ///     @Test(.appContainer(live: .fails) { $0.formatter.allowLive() })
    @discardableResult
    public func allowLive() -> Self {
        definition.remember { $0.state.isLiveAllowed = true }
        return self
    }
}

extension Resolution {
    /// Reports that the definition is about to create an instance if a test requires it.
    func reportLiveDefinition(_ source: Trace.Source) {
        guard source == .definition, let report = settings.onLiveDefinition,
            !state.isLiveAllowed
        else { return }
        report((AsyncConstruction.keys + ThreadState.current.keys).map(\.description))
    }
}
