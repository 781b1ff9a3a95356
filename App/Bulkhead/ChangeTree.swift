import Scaffolding

/// Changes as a short tree for people: `+` for what is added, `~` for what is changed, `-` for what is removed.
struct ChangeTree {
    private let root = Node()

    /// Arranges changes by their folders.
    init(_ changes: [Change]) {
        for change in changes {
            var node = root
            for name in change.path.split(separator: "/") { node = node.child(String(name)) }
            node.kind = change.kind
        }
    }

    /// The lines of the tree; a folder of more than `limit` files that all share one fate is one line.
    func text(limit: Int = 12) -> String {
        root.children.sorted { $0.key < $1.key }.flatMap { lines($0.value, $0.key, limit) }.joined(separator: "\n")
    }

    private func lines(_ node: Node, _ name: String, _ limit: Int) -> [String] {
        if let kind = node.kind { return ["\(kind.mark) \(name)"] }
        // Folders that hold nothing but one folder share its line.
        if node.children.count == 1, let (only, child) = node.children.first, child.kind == nil {
            return lines(child, "\(name)/\(only)", limit)
        }
        let kinds = node.kinds
        if kinds.count > limit, let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) {
            return ["\(kind.mark) \(name)/  (\(kinds.count) files)"]
        }
        let inner = node.children.sorted { $0.key < $1.key }.flatMap { lines($0.value, $0.key, limit) }
        return ["  \(name)/"] + inner.map { "  \($0)" }
    }

    private final class Node {
        var kind: Change.Kind?
        var children: [String: Node] = [:]

        var kinds: [Change.Kind] { kind.map { [$0] } ?? children.values.flatMap(\.kinds) }

        func child(_ name: String) -> Node {
            if let node = children[name] { return node }
            let node = Node()
            children[name] = node
            return node
        }
    }
}

extension Change.Kind {
    fileprivate var mark: String {
        switch self {
        case .added: "+"
        case .changed: "~"
        case .removed: "-"
        }
    }
}
