/// A list of registrations, for example the registrations of a module.
///
///     enum ExportModule {
///         static let registrations = Registrations {
///             Shared(named: "json") { JSONExporter() as any Exporter }
///             Shared(named: "html") { HTMLExporter() as any Exporter }
///         }
///     }
///     let registry = Registry { ExportModule.registrations }
public struct RegistrationList<Owner>: Registering, Sendable {
    let definitions: [ServiceDefinition]

    public var registrations: RegistrationList { self }
}

extension RegistrationList {
    /// Creates a list. If a service is registered several times, the last registration takes
    /// effect.
    public init(@RegistrationBuilder<Owner> _ registrations: () -> RegistrationList) {
        self = registrations()
    }
}

/// A type that provides one or more registrations.
public protocol Registering<Owner> {
    /// The registry that creates the services: ``Registry`` or ``AsyncRegistry``.
    associatedtype Owner

    /// The registrations in the order of their declaration. If a service is registered several
    /// times, the last registration takes effect.
    var registrations: RegistrationList<Owner> { get }
}

extension Array: Registering where Element: Registering {
    public var registrations: RegistrationList<Element.Owner> {
        RegistrationList(definitions: flatMap(\.registrations.definitions))
    }
}

/// A result builder that combines registrations, registration lists and arrays. It supports `if`,
/// `switch` and `for`.
@resultBuilder
public enum RegistrationBuilder<Owner> {
    public typealias Part = RegistrationList<Owner>

    public static func buildExpression(_ part: some Registering<Owner>) -> Part {
        part.registrations
    }

    public static func buildBlock(_ parts: Part...) -> Part {
        parts.registrations
    }

    public static func buildArray(_ parts: [Part]) -> Part {
        parts.registrations
    }

    public static func buildOptional(_ part: Part?) -> Part {
        part ?? RegistrationList(definitions: [])
    }

    public static func buildEither(first part: Part) -> Part {
        part
    }

    public static func buildEither(second part: Part) -> Part {
        part
    }
}
