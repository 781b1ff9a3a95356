import CommandLineArguments
import Core
import Foundation

/// The file in which settings are kept: JSON, an object whose members are the keys of the settings.
struct ConfigurationFile {
    /// Where it lies, whether it is there or not.
    let path: String
    /// The settings that it holds, by key; empty when it is not there.
    let values: [String: ConfigurationValue]

    /// The path of the file (XDG Base Directory Specification).
    static func path(_ environment: [String: String]) -> String {
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (folder ?? "\(ShelfSettings.home(environment))/.config") + "/shelf/config.json"
    }

    /// Reads the file; one that is not there holds nothing.
    init(path: String) throws(ConfigurationError) {
        self.path = path
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch CocoaError.fileReadNoSuchFile {
            values = [:]
            return
        } catch {
            throw .unreadable(path: path, reason: error.systemReason)
        }
        guard let content = try? JSONDecoder().decode(ConfigurationValue.self, from: data) else {
            throw .notJSON(path: path, line: Self.lineOfError(in: data))
        }
        guard case .object(let members) = content else { throw .notAnObject(path: path) }
        values = try Self.flattened(members, under: "", path: path)
    }

    /// The members of objects under the keys that lead to them.
    private static func flattened(
        _ members: [String: ConfigurationValue], under prefix: String, path: String
    ) throws(ConfigurationError) -> [String: ConfigurationValue] {
        let keys = Setting.all.map(\.key)
        var values: [String: ConfigurationValue] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let key = prefix + name
            if keys.contains(key) {
                values[key] = value
            } else if case .object(let inner) = value, keys.contains(where: { $0.hasPrefix(key + ".") }) {
                values.merge(try flattened(inner, under: key + ".", path: path)) { $1 }
            } else {
                throw .unknownKey(key, path: path, suggestion: key.closest(among: keys))
            }
        }
        return values
    }

    /// The line, from 1, at which the text stops to be JSON; nil when Foundation does not say.
    private static func lineOfError(in data: Data) -> Int? {
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            return nil
        } catch {
            let details = (error as NSError).userInfo
            let words = details["NSDebugDescription"] as? String ?? ""
            let place =
                details["NSJSONSerializationErrorIndex"] as? Int
                ?? words.firstMatch(of: /character (\d+)/).flatMap { Int($0.1) }
            return place.map { place in data.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1 }
        }
    }
}
