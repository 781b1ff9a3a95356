import CommandLineArguments
import Foundation

extension ParsedArguments {
    /// Gives the options that the command line leaves open the values of the variables, and then those of the file.
    mutating func fillSettings(
        from file: ConfigurationFile, environment: [String: String]
    ) throws(ConfigurationError) {
        for setting in Setting.all {
            if let text = environment[setting.variable], !text.isEmpty {
                try fill(setting, with: setting.value(of: text), from: "the variable \(setting.variable)")
            }
            if let value = file.values[setting.key] {
                let origin = "'\(setting.key)' in '\(file.path)'"
                let home = ShelfSettings.home(environment)
                try fill(setting, with: setting.value(of: value, in: file.path, home: home), from: origin)
            }
        }
    }

    private mutating func fill(
        _ setting: Setting, with value: Setting.Value, from origin: String
    ) throws(ConfigurationError) {
        switch value {
        case .text(let text): fill(setting.option, with: text, from: origin)
        case .flag(let isGiven): if isGiven { fill(setting.option, from: origin) }
        case .wrong(let text): throw .badValue(origin: origin, value: text, expected: setting.expected)
        }
    }
}

extension Setting {
    /// What a setting says to the command line.
    fileprivate enum Value {
        case text(String)
        case flag(Bool)
        case wrong(String?)
    }

    /// Reads the value of a variable.
    fileprivate func value(of text: String) -> Value {
        guard case .choice(let meaning) = kind else { return .text(text) }
        switch text.lowercased() {
        case "true", "yes", "on", "1": return .flag(meaning)
        case "false", "no", "off", "0": return .flag(!meaning)
        default: return .wrong(text)
        }
    }

    /// Reads a value of the file.
    fileprivate func value(of value: ConfigurationValue, in path: String, home: String) -> Value {
        switch (kind, value) {
        case (.choice(let meaning), .choice(let choice)): .flag(choice == meaning)
        case (.number, .number(let number)): .text(String(number))
        case (.text, .text(let text)): .text(text)
        // The name of no file has one, and what comes after it would be lost.
        case (.path, .text(let text)) where text.contains("\0"): .wrong(text)
        case (.path, .text(let text)): .text(Self.path(text, from: path, home: home))
        case (_, .text(let text)): .wrong(text)
        case (_, .number(let number)): .wrong(String(number))
        case (_, .choice(let choice)): .wrong(String(choice))
        case (_, .object), (_, .other): .wrong(nil)
        }
    }

    /// The path of a file as seen from the configuration; addresses stay as they are.
    private static func path(_ text: String, from configuration: String, home: String) -> String {
        if text.hasPrefix("~/") { return home + text.dropFirst() }
        if text.isEmpty || text.hasPrefix("/") || text.contains(":") { return text }
        return URL(filePath: configuration).deletingLastPathComponent().appending(path: text).path
    }
}
