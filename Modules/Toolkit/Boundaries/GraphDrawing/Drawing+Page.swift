public import BoundaryRules

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Drawing {
    /// Returns an HTML page that draws and filters the modules, and shows why one module depends on
    /// another.
    ///
    /// The page requires neither a network nor other files. The browser accepts only scripts and
    /// styles in elements that have the nonce of the page (Content Security Policy, section 2.3.1).
    /// The nonce is random, so the name of a module cannot contain it.
    ///
    /// - Parameters:
    ///   - package: The name of the package.
    ///   - imports: The places of the imports for each dependency, such as
    ///     `Sources/App/main.swift:1`.
    public func page(package: String, imports: [Dependency: [String]]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let graph = String(decoding: try encoder.encode(PageGraph(self, imports)), as: UTF8.self)
        let nonce = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
        let texts = [
            "nonce": nonce.joined(),
            "package": package.escapedForMarkup,
            "summary": String(summary.prefix { $0 != "\n" }).escapedForMarkup,
            "style": Self.pageStyle,
            "script": Self.pageScript,
            "graph": graph.escapedForScript,
        ]
        return Self.pageHTML.replacing(/\{\{(\w+)\}\}/) { gap in
            texts[String(gap.1)] ?? ""
        }
    }
}

/// The data of the page, in which indices refer to layers and modules.
private struct PageGraph: Encodable {
    struct Node: Encodable {
        let name: String
        let kind: Module.Kind
        let layer: Int
        let path: String
    }

    struct Edge: Encodable {
        let from: Int
        let to: Int
        let declared: Bool
        let implied: Bool
        let rule: String?
        let files: [String]
    }

    let modules: [Node]
    let edges: [Edge]
    /// The name of each row, or `null` for an unnamed row.
    let layers: [String?]
    let longestPath: [String]
    /// The statement of each rule that an edge breaks.
    let rules: [String: String]

    init(_ drawing: Drawing, _ imports: [Dependency: [String]]) {
        layers = drawing.rows.map(\.name)
        var modules: [Node] = []
        for (index, row) in drawing.rows.enumerated() {
            modules += row.modules.map { module in
                Node(name: module.name, kind: module.kind, layer: index, path: module.folder)
            }
        }
        self.modules = modules

        let indices = Dictionary(firstOf: modules.enumerated().map { ($1.name, $0) })
        edges = drawing.edges.compactMap { edge in
            guard let from = indices[edge.from], let to = indices[edge.to] else {
                return nil
            }
            let files = imports[Dependency(of: edge.from, on: edge.to)] ?? []
            return Edge(
                from: from,
                to: to,
                declared: edge.isDeclared,
                implied: edge.isImplied,
                rule: edge.brokenRule?.rawValue,
                files: files
            )
        }
        longestPath = drawing.longestPath
        let broken = Set(drawing.edges.compactMap(\.brokenRule))
        rules = Dictionary(uniqueKeysWithValues: broken.map { ($0.rawValue, $0.statement) })
    }
}

// These properties escape Unicode scalars instead of characters, because a reserved scalar can be
// part of a character with several scalars.
extension String {
    /// The string with reserved characters escaped, for text and quoted attributes in XML and HTML.
    var escapedForMarkup: String {
        let reserved: Set<Unicode.Scalar> = ["&", "<", ">", "\"", "'"]
        var escaped = UnicodeScalarView()
        for scalar in unicodeScalars {
            let text = reserved.contains(scalar) ? "&#\(scalar.value);" : String(scalar)
            escaped.append(contentsOf: text.unicodeScalars)
        }
        return String(escaped)
    }

    /// The JSON with `<` escaped, so that a string such as `</script>` does not end the script
    /// element.
    ///
    /// In JSON, `<` occurs only in strings, where its escape sequence has the same meaning.
    fileprivate var escapedForScript: String {
        let parts = utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: #"\u003c"#)
    }
}
