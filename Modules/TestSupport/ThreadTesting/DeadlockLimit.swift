public import Testing

extension Trait where Self == TimeLimitTrait {
    /// A time limit that ends a test whose threads or tasks wait for each other. It is so long that
    /// a busy machine does not reach it.
    public static var deadlockLimit: Self { .timeLimit(.minutes(5)) }
}
