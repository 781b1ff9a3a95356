/// A circumstance in which a factory makes something else than usual.
public enum FactoryContextType: Hashable, Sendable {
    /// The program was started with this argument, or it was set while it runs; see ``FactoryContext/setArg(_:forKey:)``.
    case arg(String)
    /// One of these arguments is there.
    case args([String])
    /// The program is an Xcode preview.
    case preview
    /// The program is a test.
    case test
    /// The program was built for debugging.
    case debug
    /// The program runs in a simulator.
    case simulator
    /// The program does not run in a simulator.
    case device

    /// The same without ``args(_:)``.
    var flattened: [FactoryContextType] {
        if case .args(let arguments) = self { arguments.map(Self.arg) } else { [self] }
    }
}
