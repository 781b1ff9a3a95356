/// A container with a shared instance, which `@Injected(\AppContainer.store)` and the like resolve from.
///
/// Declare `shared` as `@TaskLocal static var`, so that each test can have a container of its own.
///
/// A factory in an extension of this protocol is on every container. Each container has its own registrations of it, as of any other; a
/// singleton is one for all types of containers.
public protocol SharedContainer: ManagedContainer {
    static var shared: Self { get }
}
