// What is made may belong to the actor or to anyone who may use it from there, which is the factory's to see to like the thread that
// it runs on; hence the unchecked hand-overs.

extension Factory {
    /// Resolves on the main actor, from wherever: `let screen = await container.screen.resolveOnMainActor()`.
    @MainActor
    public func resolveOnMainActor() -> sending T {
        // Made on the main actor and handed to the caller there; what a scope keeps of it is the factory's to see to.
        nonisolated(unsafe) let instance = resolve()
        return unsafe instance
    }

    /// Resolves on an actor, from wherever: `await container.index.resolveOnGlobalActor(IndexActor.shared)`.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor) -> sending T {
        // Made on the actor and handed to the caller there; what a scope keeps of it is the factory's to see to.
        nonisolated(unsafe) let instance = resolve()
        return unsafe instance
    }

    /// Resolves on a global actor, from wherever: `await container.index.resolveOnGlobalActor(IndexActor.self)`.
    public func resolveOnGlobalActor<A: GlobalActor>(_ type: A.Type) async -> sending T {
        // Read on the actor alone while this task waits for it.
        nonisolated(unsafe) let factory = self
        let handover = Handover { unsafe factory.resolve() }
        // By way of a constant, as Swift 6.3 crashes on `make(on: A.shared)`.
        let actor: any Actor = A.shared
        return await handover.make(on: actor).instance
    }
}

extension ParameterFactory {
    /// Resolves on the main actor; see ``Factory/resolveOnMainActor()``.
    @MainActor
    public func resolveOnMainActor(_ parameter: P) -> sending T {
        // Made on the main actor and handed to the caller there; what a scope keeps of it is the factory's to see to.
        nonisolated(unsafe) let instance = resolve(parameter)
        return unsafe instance
    }

    /// Resolves on an actor, from wherever: `await container.page.resolveOnGlobalActor(IndexActor.shared, "swift.org")`.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor, _ parameter: P) -> sending T {
        // Made on the actor and handed to the caller there; what a scope keeps of it is the factory's to see to.
        nonisolated(unsafe) let instance = resolve(parameter)
        return unsafe instance
    }

    /// Resolves on an actor with the parameter first, as in ``resolveOnMainActor(_:)``.
    public func resolveOnGlobalActor(_ parameter: P, _ isolation: isolated any Actor) -> sending T {
        resolveOnGlobalActor(isolation, parameter)
    }

    /// Resolves on a global actor, from wherever.
    public func resolveOnGlobalActor<A: GlobalActor>(_ parameter: P, _ type: A.Type) async -> sending T {
        // Both are read on the actor alone while this task waits for it.
        nonisolated(unsafe) let factory = self
        nonisolated(unsafe) let parameter = parameter  // as above
        let handover = Handover { unsafe factory.resolve(parameter) }
        // By way of a constant, as Swift 6.3 crashes on `make(on: A.shared)`.
        let actor: any Actor = A.shared
        return await handover.make(on: actor).instance
    }
}

/// Something that one actor makes and another gets.
// Passes from the one task that waits to the actor, which calls it once.
private struct Handover<T>: @unchecked Sendable {
    // Passes from the actor, which is done with it, to the one task that waits.
    struct Outcome: @unchecked Sendable {
        let instance: T
    }

    let make: () -> T

    func make(on actor: isolated any Actor) -> Outcome {
        Outcome(instance: make())
    }
}
