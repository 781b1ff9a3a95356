import Synchronization

extension ContainerManager {
    /// Whether resolutions from the container are logged, each as a tree of what was resolved on its behalf.
    ///
    ///     0: AppContainer.catalog<Catalog> = O:105553131389696
    ///     1:     AppContainer.store<Store> = C:105553119821680
    ///
    /// The letter tells where the instance comes from: O is the closure of a ``Factory`` or of a context, F that of a ``ParameterFactory``, R
    /// a registered one, and C a scope that kept it. The number tells objects apart.
    public var trace: Bool {
        get { settings.trace != nil }
        set { set(\.trace, to: newValue ? Trace.Wish() : nil) }
    }

    /// Gets each line of a trace; by default it is printed.
    public var logger: (String) -> Void {
        get { settings.logger }
        set { set(\.logger, to: newValue) }
    }

    /// Whether factories that keep nothing are checked for circles, in the whole process.
    ///
    /// Without the check a factory may resolve itself as deep as the stack permits. A circle through an instance that is kept has no
    /// way out and always stops the program.
    public var circularDependencyTesting: Bool {
        get { ResolutionChain.stopsIfEndless.load(ordering: .relaxed) }
        set { ResolutionChain.stopsIfEndless.store(newValue, ordering: .relaxed) }
    }
}
