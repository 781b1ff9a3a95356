import SwiftSource

/// What is called otherwise when a part of a workspace is renamed.
struct NewNames {
    let old: WorkspacePart
    let new: WorkspacePart
    /// The new name of each name that changes.
    private(set) var names: [String: String] = [:]
    /// What people should know of names that stay.
    private(set) var notes: [String] = []
    /// Whether the word alone need not mean the module: Core has a subject of that name, or it is the article.
    let isCommon: Bool
    /// How the paths begin of files in which something else is declared that has the name.
    let otherPlaces: Set<String>

    private let declared: DeclaredNames
    private let oldName: CamelCaseName
    private let newName: CamelCaseName

    /// Finds the names.
    ///
    /// - Throws: ``ScaffoldingError/exists(_:remedy:)`` where a new name is taken.
    init(_ old: WorkspacePart, _ new: WorkspacePart, texts: [TextFile], in workspace: Workspace)
        throws(ScaffoldingError)
    {
        (self.old, self.new) = (old, new)
        (oldName, newName) = (CamelCaseName(old.name), CamelCaseName(new.name))
        declared = DeclaredNames(texts, of: old)
        isCommon = workspace.exists("Modules/Core/\(old.name)") || old.name.count == 1
        let others = declared.others[old.name] ?? []
        let pages = texts.filter { $0.isPage && Self.shows(old.name, in: $0.bytes) }
        otherPlaces = Set(others.map { Self.folder($0.path) } + pages.map(\.path))
        for (module, name) in zip(old.modules, new.modules) { names[module] = name }
        for name in declared.own.keys.sorted() { rename(name) }
        for path in try workspace.files() where old.owns(path) { renameWords(of: path) }
        if isCommon { notes.append("left alone: the word '\(old.name)' where it may mean something else") }
        for place in otherPlaces.sorted() {
            notes.append("left alone: '\(old.name)' in \(place), which declares something of that name")
        }
        try refuseTaken(texts)
        noteWritten(texts)
    }

    /// The folder of a target in which a file lies.
    static func folder(_ path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        let isGrouped = path.hasPrefix("Modules/Features/") || path.hasPrefix("Modules/Services/")
        return parts.prefix(isGrouped ? 3 : 2).joined(separator: "/") + "/"
    }

    /// Whether a page shows source in which a type of that name is declared.
    private static func shows(_ name: String, in page: [UInt8]) -> Bool {
        Declaration.list(in: page).contains { $0.name == name && $0.kind == .type }
    }

    private mutating func rename(_ name: String) {
        guard let own = declared.own[name], own.contains(where: \.isName), name != old.name else { return }
        let others = declared.others[name] ?? []
        let isPromised = own.contains(where: \.isPromised)
        if name == oldName.lowered {
            // In small letters the word is too common to be the part's name anywhere but in the container.
            guard isPromised else { return }
            if let other = others.first { leave(name, other) } else { change(name) }
        } else if let other = others.first(where: { !isPromised || $0.declaration.kind != .variable }) {
            leave(name, other)
        } else if let other = declared.namesake(of: name) {
            notes.append("left alone: '\(name)', which is called after '\(other.name)' (\(other.place))")
        } else {
            change(name)
        }
    }

    private mutating func change(_ name: String) { names[name] = oldName.replaced(by: newName, in: name) }

    private mutating func leave(_ name: String, _ other: DeclaredNames.Place) {
        notes.append("left alone: '\(name)', which \(other.place) declares too")
    }

    /// Files are named after types, or after what they hold.
    private mutating func renameWords(of path: String) {
        for word in path.utf8.split(whereSeparator: { !$0.isPartOfWord }).map({ String(Substring($0)) })
        where names[word] == nil && oldName.isPart(of: word) && word != oldName.lowered {
            if declared.others[word] == nil, declared.own[word] == nil, declared.namesake(of: word) == nil {
                change(word)
            }
        }
    }
}

// MARK: - Names that are taken

extension NewNames {
    /// Refuses a new name that a source uses already, for whatever.
    private func refuseTaken(_ texts: [TextFile]) throws(ScaffoldingError) {
        let wanted = Set(names.values).subtracting(names.keys).subtracting([new.name])
        for text in texts where text.isSwift {
            for token in Token.list(of: text.bytes) {
                guard let word = token.word, wanted.contains(word) else { continue }
                throw .exists(
                    "'\(word)' (\(text.path):\(token.location.line))",
                    remedy: "choose another name, or call that otherwise first")
            }
        }
    }

    /// Says where the new word stands already, as renaming back would change it there.
    private mutating func noteWritten(_ texts: [TextFile]) {
        var places: [String] = []
        for text in texts {
            let words = text.bytes.split { !$0.isPartOfWord }
            let isOwn = old.owns(text.path)
            let found = words.first { word in
                if word.elementsEqual(new.name.utf8) { return true }
                let word = String(decoding: word, as: UTF8.self)
                return isOwn && word != newName.lowered && names[word] == nil && newName.isPart(of: word)
            }
            if let found { places.append("'\(String(decoding: found, as: UTF8.self))' in \(text.path)") }
        }
        guard !places.isEmpty else { return }
        let more = places.count > 3 ? " and \(places.count - 3) more files" : ""
        notes.append("the new name was written already: \(places.prefix(3).joined(separator: ", "))\(more)")
    }
}
