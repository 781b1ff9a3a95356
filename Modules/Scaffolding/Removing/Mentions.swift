/// Where a part that is gone is still spoken of, in prose or in what tests make up.
struct Mentions {
    private let names: Set<String>
    private let part: WorkspacePart
    private let texts: [TextFile]

    init(of doomed: DoomedFiles, in workspace: Workspace) throws(ScaffoldingError) {
        part = doomed.part
        // Where Core has a subject of the name, the word alone is Core's.
        let isSubject = workspace.exists("Modules/Core/\(part.name)")
        names = Set(part.modules + doomed.containers).subtracting(isSubject ? [part.name] : [])
        texts = try workspace.texts(holding: [part.name] + doomed.containers)
    }

    func notes() -> [String] {
        var places: [String] = []
        for text in texts where text.path != "Docs/ModuleGraph.md" {
            let lines = text.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (number, line) in zip(1..., lines) {
                let words = line.split { !$0.isPartOfWord }.lazy.map { String(decoding: $0, as: UTF8.self) }
                if words.contains(where: names.contains) { places.append("\(text.path):\(number)") }
            }
        }
        guard !places.isEmpty else { return [] }
        let more = places.count > 5 ? " and \(places.count - 5) more places" : ""
        return ["'\(part.name)' is still spoken of in \(places.prefix(5).joined(separator: ", "))\(more)"]
    }
}
