extension AppNameCommand {
    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = []
}
