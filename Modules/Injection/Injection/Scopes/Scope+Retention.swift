extension Scope {
    /// What the scope keeps of an instance, if anything.
    func content<T>(for box: Box<T>) -> InstanceTable.Content? {
        guard let value = unwrapped(box.content) else { return nil }
        switch retention {
        case .none: return nil
        case .strong: return .strong(box)
        case .weak:
            // Asked of the dynamic type, as a cast to AnyObject always succeeds: it boxes what is no object.
            guard type(of: value) is AnyObject.Type else { return nil }
            return .weak(InstanceTable.WeakReference(object: value as AnyObject))
        }
    }
}

/// The value in an optional, however often it is wrapped; nil if there is none.
func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any Wrapping else { return value }
    return optional.wrapped.flatMap(unwrapped)
}

private protocol Wrapping {
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var wrapped: Any? { self }
}
