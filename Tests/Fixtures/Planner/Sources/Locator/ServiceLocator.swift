/// The service locator of the app.
public final class ServiceLocator {
    public static let shared = ServiceLocator()
    private var services: [ObjectIdentifier: Any] = [:]

    public func add<T>(_ service: T) { services[ObjectIdentifier(T.self)] = service }
    public func get<T>(_ type: T.Type) -> T? { services[ObjectIdentifier(type)] as? T }
}
