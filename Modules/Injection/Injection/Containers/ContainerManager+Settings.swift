import Synchronization

extension ContainerManager {
    /// What is set for the container as a whole, and which neither resets nor ``pop()`` touch.
    struct Settings {
        var decorator: ((_ instance: Any, _ isNew: Bool) -> Void)?
        var trace: Trace.Wish?
        var logger: (String) -> Void = { print($0) }
        var promiseTriggersError = FactoryContext.isDebugBuild
        var now: () -> Duration = { start.duration(to: .now) }

        private static let start = ContinuousClock.now
    }

    var settings: Settings { states.withLock { $0.settings } }

    func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
        states.discard { exchange(&$0.settings[keyPath: setting], with: value) }
    }

    /// Has resolutions look for decorators, traces and times to live, which they otherwise spare themselves.
    func observe() {
        discard { states in
            isObserved.store(true, ordering: .relaxed)
            invalidate(&states)
        }
    }
}
