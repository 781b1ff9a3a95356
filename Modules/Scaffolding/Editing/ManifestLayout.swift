import SwiftSource

/// Gives targets of a manifest that got shorter the lines that formatting would give them, had they always been short.
///
/// Formatting breaks what is too long, and keeps every break that is there: without this, a name that comes and goes leaves broken lines
/// behind. Targets that somebody broke otherwise, or wrote comments in, stay as they are.
struct ManifestLayout {
    private let before: ManifestEditor
    private let original: String
    private let format: HouseFormat

    /// Remembers the manifest of a workspace, before it is changed.
    init(of workspace: Workspace) throws(ScaffoldingError) {
        before = try workspace.manifest()
        original = try workspace.text("Package.swift")
        format = HouseFormat(original: workspace, copy: workspace)
    }

    /// The changed manifest with changed targets on one line each, which formatting breaks where they are too long.
    func relaxed(_ text: String) async throws(ScaffoldingError) -> String {
        let after = try ManifestEditor(text)
        let old = Self.texts(before)
        let broken = Self.texts(after).filter { $0.value.contains("\n") && !$0.value.contains("//") }
        let changed = broken.filter { key, text in old[key] != text && old[key]?.contains("\n") == true }
        // What is not in the format of the house is not formatted, so that nothing would break the lines again.
        guard !changed.isEmpty, try await format.formatted(original) == original else { return text }
        // What formatting broke, it breaks again.
        let trial = try ManifestEditor(await format.formatted(Self.joined(before, Set(changed.keys))))
        let again = Self.texts(trial)
        return Self.joined(after, Set(changed.keys.filter { again[$0] == old[$0] }))
    }

    /// Which target an entry makes.
    private struct Key: Hashable {
        let verb: String
        let name: String?

        init(_ entry: ManifestEditor.Entry) { (verb, name) = (entry.verb, entry.name) }
    }

    private static func texts(_ manifest: ManifestEditor) -> [Key: String] {
        let texts = manifest.entries.map { (Key($0), String(decoding: manifest.bytes[$0.range], as: UTF8.self)) }
        return Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }

    /// The manifest with some targets on one line each.
    private static func joined(_ manifest: ManifestEditor, _ keys: Set<Key>) -> String {
        var bytes = manifest.bytes
        for entry in manifest.entries.reversed() where keys.contains(Key(entry)) {
            let lines = String(decoding: bytes[entry.range], as: UTF8.self).split(separator: "\n")
            var text = ""
            for line in lines.map({ $0.drop { $0 == " " } }) {
                if line.hasPrefix("]") || line.hasPrefix(")"), text.hasSuffix(",") { text.removeLast() }
                let isTight =
                    text.isEmpty || text.hasSuffix("(") || text.hasSuffix("[") || line.hasPrefix("]")
                    || line.hasPrefix(")")
                text += (isTight ? "" : " ") + line
            }
            bytes.replaceSubrange(entry.range, with: Array(text.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Workspace {
    /// Makes a change, after which the targets of the manifest have the lines that they need.
    func keepingLayout(
        _ change: () throws(ScaffoldingError) -> [String]
    ) async throws(ScaffoldingError) -> [String] {
        let layout = try ManifestLayout(of: self)
        let notes = try change()
        try write(try await layout.relaxed(plainText("Package.swift")), to: "Package.swift")
        return notes
    }
}
