import FeatureNameInterface

/// The implementation of `RoleName` for production.
package struct DefaultRoleName: RoleName {
    package init() {}

    package func example(_ text: String) async throws -> String {
        text
    }
}
