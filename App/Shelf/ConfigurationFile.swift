import CommandLineArguments
import Core
import Foundation

struct ConfigurationFile {
    /// The path of the file, even if it does not exist.
    let path: String
    fileprivate let values: [String: ConfigurationValue]

    private static let help = "see 'shelf help configuration'"

    /// Returns the path of the file (XDG Base Directory Specification).
    static func path(_ environment: [String: String]) -> String {
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (folder ?? "\(homeFolder(environment))/.config") + "/shelf/config.json"
    }

    init(_ environment: [String: String]) throws(Failure) {
        path = Self.path(environment)
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch CocoaError.fileReadNoSuchFile {
            values = [:]
            return
        } catch {
            throw .configuration(
                "cannot read configuration '\(path)': \(error.systemReason); check its permissions"
            )
        }
        guard let content = try? JSONDecoder().decode(ConfigurationValue.self, from: data) else {
            let line = Self.lineOfError(in: data).map { " (line \($0))" } ?? ""
            throw .configuration("configuration '\(path)' is not valid JSON\(line); \(Self.help)")
        }
        guard case .object(let members) = content else {
            throw .configuration("configuration '\(path)' is not a JSON object; \(Self.help)")
        }
        values = try Self.flattened(members, under: "", path: path)
    }

    private static func flattened(
        _ members: [String: ConfigurationValue],
        under prefix: String,
        path: String
    ) throws(Failure) -> [String: ConfigurationValue] {
        let keys = Setting.all.map(\.key)
        var values: [String: ConfigurationValue] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let key = prefix + name
            if keys.contains(key) {
                values[key] = value
            } else if case .object(let inner) = value,
                keys.contains(where: { $0.hasPrefix(key + ".") })
            {
                values.merge(try flattened(inner, under: key + ".", path: path)) { $1 }
            } else {
                let hint = key.suggestion(among: keys) ?? help
                throw .configuration("unknown setting '\(key)' in configuration '\(path)'; \(hint)")
            }
        }
        return values
    }

    /// Returns the absolute path for a path in the file. URLs and invalid paths are returned
    /// unchanged.
    fileprivate func path(_ text: String, home: String) -> String {
        if text.hasPrefix("~/") {
            return home + text.dropFirst()
        }
        if text.isEmpty || text.hasPrefix("/") || text == ":memory:" || text.contains("://")
            || text.contains("\0")
        {
            return text
        }
        return URL(filePath: path).deletingLastPathComponent().appending(path: text).path
    }

    /// Returns the line of the first syntax error, counted from 1, or `nil` if Foundation does not
    /// report it.
    private static func lineOfError(in data: Data) -> Int? {
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            return nil
        } catch {
            let details = (error as NSError).userInfo
            let description = details["NSDebugDescription"] as? String ?? ""
            let offset =
                details["NSJSONSerializationErrorIndex"] as? Int
                ?? description.firstMatch(of: /character (\d+)/).flatMap { Int($0.1) }
            return offset.map { offset in
                data.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
            }
        }
    }
}

extension ParsedArguments {
    /// Sets the options that are missing on the command line from the environment variables or, if
    /// no variable is set, from the file. A value that another source overrides is not read.
    mutating func fillSettings(
        from file: ConfigurationFile,
        environment: [String: String]
    ) throws(Failure) {
        for setting in Setting.all where !has(setting.option) {
            if let text = environment[setting.variable], !text.isEmpty {
                try fill(setting, with: text, from: setting.variable)
            } else if let value = file.values[setting.key] {
                let origin = "'\(setting.key)' in '\(file.path)'"
                switch (setting.kind, value) {
                case (.object, .object): fill(setting.option, withObject: value, from: origin)
                case (.object, .scalar):
                    throw .setting(nil, origin: origin, expected: "a JSON object")
                case (.path, .scalar(let path?)):
                    try fill(
                        setting,
                        with: file.path(path, home: homeFolder(environment)),
                        from: origin
                    )
                case (_, .scalar(let text?)): try fill(setting, with: text, from: origin)
                default:
                    throw .setting(
                        nil,
                        origin: origin,
                        expected: "a string, a number, true or false"
                    )
                }
            }
        }
    }

    private mutating func fill(
        _ setting: Setting,
        with text: String,
        from origin: String
    ) throws(Failure) {
        switch setting.kind {
        case .boolean(let meaning):
            guard let isOn = Self.boolean(text) else {
                throw .setting(text, origin: origin, expected: "true or false")
            }
            if isOn == meaning {
                fill(setting.option, from: origin)
            }
        // A path that contains a null character is rejected, because the system would ignore the
        // rest of the path.
        case .path where text.contains("\0"):
            throw .setting(text, origin: origin, expected: "the path of a file")
        case .path, .value, .object: fill(setting.option, with: text, from: origin)
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}
