import SwiftSource

/// Edits the targets of a manifest whose verbs are those of the layout; order, comments and everything else stay as they are.
///
/// Each edit reads the changed text anew, so that places are never out of date.
package struct ManifestEditor {
    /// One element of the list of targets, such as `.interface("Payments", also: ["Core"])`.
    package struct Entry {
        /// The function that makes it.
        package let verb: String
        /// Its arguments, in order.
        package let arguments: [Argument]
        /// Where it begins, from 1.
        package let line: Int
        /// Its bytes, from the point to the closing parenthesis.
        package let range: Range<Int>

        /// The name of what it makes: its first argument, if that is a string.
        package var name: String? { arguments.first.flatMap { $0.isList ? nil : $0.strings.first?.value } }

        /// The strings of an argument.
        package func strings(_ label: String) -> [String] {
            arguments.first { $0.label == label }?.strings.map(\.value) ?? []
        }
    }

    /// An argument of an entry.
    package struct Argument {
        package let label: String?
        /// The string that it is, or the strings of the list that it is.
        package let strings: [StringLiteral]
        package let isList: Bool
        /// Its bytes, without the label.
        package let range: Range<Int>
    }

    /// A string without escapes.
    package struct StringLiteral {
        package let value: String
        /// Its bytes, with the quotes.
        package let range: Range<Int>
    }

    /// The manifest as it is by now.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The list of targets.
    package private(set) var entries: [Entry]
    private(set) var bytes: [UInt8]
    /// The bytes between the brackets of the list of targets.
    private(set) var list: Range<Int>
    private var functions: Set<String>

    /// Reads a manifest.
    ///
    /// - Throws: ``ScaffoldingError/manifestNotUnderstood(line:reason:remedy:)``.
    package init(_ text: String) throws(ScaffoldingError) {
        var reader = ManifestReader(Array(text.utf8))
        (bytes, functions) = (reader.bytes, reader.functions)
        (list, entries) = try reader.readTargets()
    }

    /// Refuses a manifest that declares no such verbs.
    package func require(_ verbs: String...) throws(ScaffoldingError) {
        guard let missing = verbs.first(where: { !functions.contains($0) }) else { return }
        throw .manifestNotUnderstood(
            line: nil, reason: "no verb '.\(missing)(…)' is declared in it",
            remedy: "take the verbs of a workspace that 'bulkhead new' starts")
    }

    /// The first entry of a verb, and of a name if one is given.
    package func entry(_ verb: String, named name: String? = nil) -> Entry? {
        entries.first { $0.verb == verb && (name == nil || $0.name == name) }
    }

    /// Puts other bytes in the place of some, and reads the result.
    mutating func replace(_ range: Range<Int>, with text: String) throws(ScaffoldingError) {
        var bytes = bytes
        bytes.replaceSubrange(range, with: Array(text.utf8))
        self = try ManifestEditor(String(decoding: bytes, as: UTF8.self))
    }
}

// MARK: - Strings

extension ManifestEditor {
    /// Adds a string at the end of a list.
    package mutating func append(
        _ value: String, to label: String, ofVerb verb: String, named name: String? = nil
    ) throws(ScaffoldingError) {
        guard let entry = entry(verb, named: name) else {
            throw .manifestNotUnderstood(
                line: nil, reason: "it makes no target by '.\(verb)(…)'", remedy: "add one, as a new workspace has it")
        }
        guard let argument = entry.arguments.first(where: { $0.label == label }) else {
            let end = entry.range.upperBound - 1
            // Arguments have an order, and package access is the last of them.
            if let last = entry.arguments.firstIndex(where: { $0.label == "packageAccess" }), last > 0 {
                let place = entry.arguments[last - 1].range.upperBound
                return try replace(place..<place, with: ", \(label): [\"\(value)\"]")
            }
            return try replace(end..<end, with: "\(entry.arguments.isEmpty ? "" : ", ")\(label): [\"\(value)\"]")
        }
        guard argument.isList else {
            throw .manifestNotUnderstood(
                line: entry.line, reason: "'\(label)' of '.\(verb)(…)' is no list of strings",
                remedy: "write the list there")
        }
        guard !argument.strings.contains(where: { $0.value == value }) else { return }
        if let last = argument.strings.last {
            try replace(last.range.upperBound..<last.range.upperBound, with: ", \"\(value)\"")
        } else {
            try replace(argument.range, with: "[\"\(value)\"]")
        }
    }

    /// Takes a string out of every list of the targets, and the label away where the list of `uses` or `also` is empty then.
    /// - Parameter isMeant: Whether a target is one of those whose lists are meant.
    package mutating func removeValue(
        _ value: String, where isMeant: (Entry) -> Bool = { _ in true }
    ) throws(ScaffoldingError) {
        while let (entry, index, position) = place(of: value, where: isMeant) {
            let argument = entry.arguments[index]
            let strings = argument.strings
            if index > 0, strings.count == 1, ["uses", "also"].contains(argument.label) {
                // The comma before it goes as well.
                try replace(entry.arguments[index - 1].range.upperBound..<argument.range.upperBound, with: "")
            } else if strings.count == 1 {
                try replace(argument.range, with: "[]")
            } else if position == 0 {
                try replace(strings[0].range.lowerBound..<strings[1].range.lowerBound, with: "")
            } else {
                try replace(strings[position - 1].range.upperBound..<strings[position].range.upperBound, with: "")
            }
        }
    }

    private func place(
        of value: String, where isMeant: (Entry) -> Bool
    ) -> (entry: Entry, argument: Int, position: Int)? {
        for entry in entries where isMeant(entry) {
            for (index, argument) in entry.arguments.enumerated() where argument.isList {
                if let position = argument.strings.firstIndex(where: { $0.value == value }) {
                    return (entry, index, position)
                }
            }
        }
        return nil
    }

    /// Gives strings other values, wherever in the manifest they stand alone.
    package mutating func rename(_ names: [String: String]) throws(ScaffoldingError) {
        var bytes = bytes
        for token in Token.list(of: bytes).reversed() where token.kind == .literal {
            let literal = String(decoding: bytes[token.range], as: UTF8.self)
            guard literal.count > 2, let name = names[String(literal.dropFirst().dropLast())] else { continue }
            bytes.replaceSubrange(token.range, with: Array("\"\(name)\"".utf8))
        }
        self = try ManifestEditor(String(decoding: bytes, as: UTF8.self))
    }
}

// MARK: - Modules

extension ManifestEditor {
    /// The names of the modules that the verbs of the layout make of the entries.
    package var modules: [String] {
        entries.compactMap { entry in
            entry.name.map { name in
                switch entry.verb {
                case "interface": "\(name)Interface"
                case "mocks": "\(name)Testing"
                case "example": "\(name)Example"
                case "tests", "featureTests", "recipes", "workspaceTests": "\(name)Tests"
                default: name
                }
            }
        }
    }
}
