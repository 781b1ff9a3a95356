/// A container that registers something before it is first used.
public protocol AutoRegistering {
    /// Called once, before the first resolution from the container or registration in it; again after a reset of its registrations.
    ///
    /// Other threads that use the container wait until it is done; the calling thread may resolve and register. What it registers
    /// does not displace instances that exist already, such as singletons resolved through another container.
    func autoRegister()
}
