public import Core

/// A `RoleName` that ends with the process.
public actor InMemoryRoleName: RoleName {
    private var values: [String: String]

    /// Keeps these values from the start.
    public init(_ values: [String: String] = [:]) { self.values = values }

    public func value(for key: String) throws(RoleNameError) -> String? {
        try check(key)
        return values[key]
    }

    public func set(_ value: String, for key: String) throws(RoleNameError) {
        try check(key)
        values[key] = value
    }

    public func removeValue(for key: String) throws(RoleNameError) {
        try check(key)
        values[key] = nil
    }

    private func check(_ key: String) throws(RoleNameError) {
        if key.isEmpty { throw .emptyKey }
    }
}
