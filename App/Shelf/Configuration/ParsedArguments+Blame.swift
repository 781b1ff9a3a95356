import CommandLineArguments

extension ParsedArguments {
    /// Runs `read`, and says of a value that it refuses where it comes from, when that is not the command line.
    func blamingConfiguration<Result>(_ read: () throws -> Result) throws -> Result {
        do {
            return try read()
        } catch UsageError.badValue(let option, let value, let expected) {
            guard let origin = origin(of: option) else {
                throw UsageError.badValue(option: option, value: value, expected: expected)
            }
            throw ConfigurationError.badValue(origin: origin, value: value, expected: expected)
        }
    }
}
