/// What tells optional types from others at run time.
protocol OptionalType {
    /// The type of what is there unless it is nil.
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
