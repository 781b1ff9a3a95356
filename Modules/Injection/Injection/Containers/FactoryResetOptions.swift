/// What a reset takes back.
public enum FactoryResetOptions: Sendable {
    /// Everything below.
    case all
    /// What depends on the context that the program runs in.
    case context
    /// Nothing.
    case none
    /// The closures that were registered. Instances that they made are kept.
    case registration
    /// The instances that are kept. What was registered stays.
    case scope
}
