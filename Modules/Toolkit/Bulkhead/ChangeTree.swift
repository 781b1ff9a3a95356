import Scaffolding

/// An abbreviated tree of changes, in which `+` marks added files, `~` changed files, and `-`
/// removed files.
struct ChangeTree {
    private var kind: Change.Kind?
    private var children: [String: ChangeTree] = [:]

    init(_ changes: [Change]) {
        for change in changes {
            insert(change.path.split(separator: "/")[...], change.kind)
        }
    }

    private init() {}

    private mutating func insert(_ path: ArraySlice<Substring>, _ kind: Change.Kind) {
        guard let name = path.first else {
            return self.kind = kind
        }
        children[String(name), default: ChangeTree()].insert(path.dropFirst(), kind)
    }

    /// The lines of the tree.
    ///
    /// A folder is abbreviated to one line if it contains more than twenty files that all change
    /// in the same way, as does a vendored package.
    var text: String { lines.joined(separator: "\n") }

    private var kinds: [Change.Kind] { kind.map { [$0] } ?? children.values.flatMap(\.kinds) }

    private var lines: [String] {
        children.sorted { $0.key < $1.key }.flatMap { $0.value.lines(name: $0.key) }
    }

    private func lines(name: String) -> [String] {
        if let kind {
            return ["\(kind.rawValue) \(name)"]
        }
        if children.count == 1, let (only, child) = children.first, child.kind == nil {
            return child.lines(name: "\(name)/\(only)")
        }
        let kinds = kinds
        if kinds.count > 20, let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) {
            return ["\(kind.rawValue) \(name)/  (\(kinds.count) files)"]
        }
        return ["  \(name)/"] + lines.map { "  \($0)" }
    }
}
