import CommandLineArguments

/// What can be settled for good: a key of the configuration file, a variable, and the option that beats both.
struct Setting: Sendable {
    /// How a value is written.
    enum Kind: Sendable, Equatable {
        /// A text.
        case text
        /// A whole number.
        case number
        /// The path of a file; in the file it is relative to the folder of the configuration.
        case path
        /// True or false; the option is a flag that says the one of them that is not usual.
        case choice(flagMeans: Bool)
    }

    /// The key; a dot leads into an object.
    let key: String
    /// The long name of the option.
    let option: String
    /// How a value is written.
    let kind: Kind
    /// What holds when nothing is said.
    let usual: String

    /// Every setting, in the order in which they are shown.
    static let all: [Setting] = [
        Setting(
            key: "library", option: "--library", kind: .path, usual: "library.db in the data folder of your account"),
        Setting(key: "color", option: "--no-color", kind: .choice(flagMeans: false), usual: "true"),
        Setting(
            key: "addresses.removeTracking", option: "--remove-tracking", kind: .choice(flagMeans: true), usual: "false"
        ),
        Setting(key: "addresses.anyScheme", option: "--any-scheme", kind: .choice(flagMeans: true), usual: "false"),
        Setting(key: "check.accept", option: "--accept", kind: .text, usual: "200..=299"),
        Setting(key: "check.concurrency", option: "--concurrency", kind: .number, usual: "64"),
        Setting(key: "check.perHost", option: "--per-host", kind: .number, usual: "10"),
        Setting(key: "check.interval", option: "--interval", kind: .text, usual: "50ms"),
        Setting(key: "check.retries", option: "--retries", kind: .number, usual: "2"),
        Setting(key: "check.timeout", option: "--timeout", kind: .text, usual: "20s"),
        Setting(key: "check.maxAge", option: "--max-age", kind: .text, usual: "none"),
    ]

    /// The variable: the key in capitals, such as `SHELF_CHECK_PER_HOST`.
    var variable: String {
        var name = "SHELF_"
        for character in key {
            if character.isUppercase { name += "_" }
            name += character == "." ? "_" : character.uppercased()
        }
        return name
    }

    /// What values are like, for a message.
    var expected: String {
        switch kind {
        case .text: "a text"
        case .number: "a whole number"
        case .path: "the path of a file"
        case .choice: "true or false"
        }
    }
}
