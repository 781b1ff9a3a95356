import Synchronization

/// A scope as a factory holds it: those that everyone has by name, so that a factory with one of them owns nothing.
@usableFromInline enum ScopeChoice {
    case unique
    case cached
    case shared
    case graph
    case singleton
    case other(Scope)

    var scope: Scope {
        switch self {
        case .unique: .unique
        case .cached: .cached
        case .shared: .shared
        case .graph: .graph
        case .singleton: Scope.Singleton.current
        case .other(let scope): scope
        }
    }

    /// A number that no other scope has at the same time.
    var mark: UInt {
        switch self {
        case .unique: 1
        case .cached: 2
        case .shared: 3
        case .graph: 4
        case .singleton: Scope.Singleton.isAlone.load(ordering: .relaxed) ? 5 : Self.address(of: Scope.singleton)
        case .other(let scope): Self.address(of: scope)
        }
    }

    private static func address(of scope: Scope) -> UInt {
        UInt(bitPattern: ObjectIdentifier(scope))
    }
}
