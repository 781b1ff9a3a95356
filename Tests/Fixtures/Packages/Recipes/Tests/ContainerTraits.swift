import Bootstrap
import InjectionTesting
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A new container for each test.
    static var appContainer: Self { Self(shared: AppContainer.$shared, container: AppContainer()) }
}
