import CheckingInterface

/// A setting that can be configured permanently. It has a key in the configuration file, an
/// environment variable, and an option that overrides both.
struct Setting: Sendable {
    enum Kind: Sendable, Equatable {
        case value
        /// A path. In the configuration file, it is relative to the folder of the file.
        case path
        /// A Boolean value. The option is a flag that sets the value to `flagMeans`.
        case boolean(flagMeans: Bool)
        /// A JSON object.
        case object
    }

    let key, option, defaultValue: String
    let kind: Kind

    private init(
        _ key: String,
        _ option: String,
        _ kind: Kind = .value,
        default defaultValue: String
    ) {
        self.key = key
        self.option = option
        self.kind = kind
        self.defaultValue = defaultValue
    }

    private static let policy = CheckPolicy()

    static let all: [Setting] = [
        Setting(
            "library",
            "--library",
            .path,
            default: "library.db in your data folder"
        ),
        Setting("color", "--no-color", .boolean(flagMeans: false), default: "true"),
        Setting(
            "urls.removeTracking",
            "--remove-tracking",
            .boolean(flagMeans: true),
            default: "false"
        ),
        Setting(
            "urls.anyScheme",
            "--any-scheme",
            .boolean(flagMeans: true),
            default: "false"
        ),
        Setting("check.accept", "--accept", default: "200..=299"),
        Setting("check.concurrency", "--concurrency", default: "\(policy.concurrency)"),
        Setting("check.perHost", "--per-host", default: "\(policy.perHost)"),
        Setting("check.interval", "--interval", default: policy.interval.text),
        Setting("check.retries", "--retries", default: "\(policy.retries)"),
        Setting("check.timeout", "--timeout", default: policy.timeout.text),
        Setting("check.maxAge", "--max-age", default: "none"),
        Setting("check.skip", "--skip", default: "none"),
        Setting("check.hosts", "--host-rules", .object, default: "{}"),
    ]

    /// The name of the environment variable, which is the key in capitals, such as
    /// `SHELF_CHECK_PER_HOST`.
    var variable: String {
        "SHELF_" + key.replacing(".", with: "_").replacing(/[A-Z]/) { "_" + $0.output }.uppercased()
    }
}
