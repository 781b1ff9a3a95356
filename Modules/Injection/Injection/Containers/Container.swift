/// The default container, which `@Injected(\.service)` resolves from.
public final class Container: SharedContainer {
    /// The container of the current task: the program's, unless a test gave the task another.
    @TaskLocal public static var shared = Container()

    public let manager = ContainerManager()

    public init() {}
}
