package import Core

/// Keeps texts in memory, until ServiceName keeps them.
///
/// It keeps every promise of `RoleName` from the first build on; put ServiceName in the place of `values`, one method
/// after the other.
package actor ServiceNameRoleName: RoleName {
    private var values: [String: String] = [:]

    /// Makes one that is empty.
    package init() {}

    package func value(for key: String) async throws(RoleNameError) -> String? {
        try check(key)
        return values[key]
    }

    package func set(_ value: String, for key: String) async throws(RoleNameError) {
        try check(key)
        values[key] = value
    }

    package func removeValue(for key: String) async throws(RoleNameError) {
        try check(key)
        values[key] = nil
    }

    private func check(_ key: String) throws(RoleNameError) {
        if key.isEmpty { throw .emptyKey }
    }
}
