/// A container with a shared instance, which `@Injected(\AppContainer.store)` and the like resolve from.
///
/// Declare `shared` as `@TaskLocal static var`, so that each test can have a container of its own.
///
/// A factory in an extension of this protocol is on every container, and is another one on each type of container: a registration or
/// a singleton made through one type is not seen through another.
public protocol SharedContainer: ManagedContainer {
    static var shared: Self { get }
}
