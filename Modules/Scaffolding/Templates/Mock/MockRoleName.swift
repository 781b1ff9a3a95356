/// A `RoleName` that does what a test says.
///
/// What a test does not say, and the code under test needs all the same, ends the test.
public struct MockRoleName: RoleName {
    // The closures.

    /// Makes a mock that does nothing yet.
    public init() {}

    // The requirements.
}
