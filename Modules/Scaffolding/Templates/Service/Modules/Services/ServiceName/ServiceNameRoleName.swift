package import Core

/// A `RoleName` that leaves everything to another one.
///
/// It keeps every promise from the first build on; what ServiceName is to do takes the place of one call after the other.
package struct ServiceNameRoleName: RoleName {
    private let base: any RoleName

    /// Wraps another implementation.
    package init(base: any RoleName) { self.base = base }

    // The requirements.
}
