/// Services that are registered, and found, by type: a second door to Injection's ideas, for what is only known at run time.
///
///     let registry = Registry {
///         Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
///         New { (resolver, id: Link.ID) in LinkDetails(id: id, router: try resolver.resolve()) }
///     }
///     let router = try registry.resolve((any Router).self)
///
/// Whether a type is registered shows only when the program runs. A container's property that is a `Factory` is the better choice
/// where it serves.
public final class Registry: ServiceRegistry<Registry>, @unchecked Sendable {
    /// The registry of wrappers that name no other. In a test, `Registry.$shared.withValue(registry) { … }` replaces it.
    @TaskLocal public static var shared = Registry()
}

/// Registrations for a ``Registry``.
public typealias Registrations = RegistrationList<Registry>
