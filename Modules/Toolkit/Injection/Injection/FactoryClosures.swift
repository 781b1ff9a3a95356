#if FactoryKitClosures
    /// A closure that creates an instance. Because of the trait `FactoryKitClosures`, the compiler
    /// does not check that other threads may call the closure.
    public typealias VoidFactoryType<T> = () -> T
    /// A closure that creates an instance from a parameter; see ``VoidFactoryType``.
    public typealias ParameterFactoryType<P, T> = (P) -> T
    /// A closure that receives an instance and a Boolean value that indicates whether the
    /// resolution created it; see ``VoidFactoryType``.
    public typealias DecoratorType<T> = (_ instance: T, _ isNew: Bool) -> Void
#else
    /// A closure that creates an instance, on any thread.
    public typealias VoidFactoryType<T> = @Sendable () -> T
    /// A closure that creates an instance from a parameter, on any thread.
    public typealias ParameterFactoryType<P, T> = @Sendable (P) -> T
    /// A closure that receives an instance and a Boolean value that indicates whether the
    /// resolution created it.
    public typealias DecoratorType<T> = @Sendable (_ instance: T, _ isNew: Bool) -> Void
#endif
