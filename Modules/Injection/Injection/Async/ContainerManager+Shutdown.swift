extension ContainerManager {
    /// Closes what was built in the container and has an ``FactoryModifying/onShutdown(_:)``, each once, the last built first.
    ///
    /// It first waits for asynchronous factories that are building in the container, unless one of them or an `onShutdown` calls it, and
    /// for a shutdown that is going on. Then the container lets go of its instances, saved ones and singletons to be closed among them:
    /// the next resolution builds anew, for the next shutdown to close. Registrations stay. It goes on if the caller is cancelled.
    ///
    /// - Returns: The errors that were thrown, in the order of closing; none of them keeps the rest from being closed.
    @discardableResult
    public func shutdown() async -> [any Error] {
        await openInstances.shutDown {
            self.reset(options: .scope)
            self.discard { states in
                for index in states.pushed.indices { states.pushed[index].instances = InstanceTable() }
            }
        }
    }
}

extension ManagedContainer {
    /// Closes what was built in this container; see ``ContainerManager/shutdown()``.
    @discardableResult
    public func shutdown() async -> [any Error] {
        await manager.shutdown()
    }
}
