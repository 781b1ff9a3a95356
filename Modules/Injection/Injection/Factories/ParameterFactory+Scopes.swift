extension ParameterFactory where P: Hashable {
    /// Keeps an instance for each value of the parameter, and not one for all: `self { Document(url: $0) }.scopeOnParameters.cached`.
    ///
    /// It holds for the value that it is written on, and so belongs in the definition.
    public var scopeOnParameters: Self {
        var copy = self
        copy.identify = { AnyHashable($0) }
        return copy
    }
}
