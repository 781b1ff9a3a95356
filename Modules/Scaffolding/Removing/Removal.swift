/// Takes a feature or a service away, with everything that the layout made of it, where nothing else needs it.
public struct Removal: WorkspaceChange {
    private let part: WorkspacePart

    /// Plans to remove a part.
    public init(_ kind: WorkspacePart.Kind, _ name: String) { part = WorkspacePart(kind, name) }

    public func apply(to workspace: Workspace) async throws(ScaffoldingError) -> [String] {
        try await workspace.keepingLayout { () throws(ScaffoldingError) in try remove(from: workspace) }
    }

    /// Removes it, and returns what people should know.
    package func remove(from workspace: Workspace) throws(ScaffoldingError) -> [String] {
        try workspace.require(part)
        let doomed = try DoomedFiles(of: part, in: workspace)
        let uses = try UseFinder(of: doomed, in: workspace).uses()
        guard uses.isEmpty else {
            throw .inUse(
                "\(part.kind.rawValue) '\(part.name)'", uses: uses,
                remedy: "take these away first, and then \(part.kind.rawValue) '\(part.name)'")
        }
        var manifest = try workspace.manifest()
        let used = Set(manifest.entries.filter(part.makes).flatMap { $0.strings("uses") })
        try editContainer(doomed, in: workspace)
        try workspace.remove(doomed.files)
        try removeTargets(from: &manifest)
        var notes = try keepNoMocksOfNobody(used, in: workspace, &manifest)
        if !doomed.roles.isEmpty { try tidyCore(doomed, in: workspace, &manifest) }
        try workspace.write(manifest.text, to: "Package.swift")
        try workspace.removeFromMap(part.folder)
        notes += try Mentions(of: doomed, in: workspace).notes()
        return notes
    }

    private func editContainer(_ doomed: DoomedFiles, in workspace: Workspace) throws(ScaffoldingError) {
        let listed = try workspace.text(Workspace.container)
        let others = try part.kind == .feature ? [] : workspace.rolesInCore().map(\.container)
        let isNeeded = others.contains { !doomed.containers.contains($0) && listed.contains($0) }
        try workspace.edit(Workspace.container) { text throws(ScaffoldingError) in
            var file = try ContainerFile(text)
            for container in doomed.containers {
                try file.drop(container, importOf: isNeeded ? nil : doomed.homeOfContainers)
            }
            text = file.text
        }
    }

    private func removeTargets(from manifest: inout ManifestEditor) throws(ScaffoldingError) {
        while let entry = manifest.entries.first(where: part.makes) { try manifest.remove(entry) }
        for module in part.modules { try manifest.removeValue(module) }
    }

    /// Mocks exist where the tests of others need them: those that were written for the part alone go with it.
    private func keepNoMocksOfNobody(
        _ features: Set<String>, in workspace: Workspace, _ manifest: inout ManifestEditor
    ) throws(ScaffoldingError) -> [String] {
        var notes: [String] = []
        for feature in features.sorted() {
            guard let mocks = manifest.entry("mocks", named: feature) else { continue }
            let module = "\(feature)Testing"
            let folder = "Modules/Features/\(feature)/Testing"
            let isUsed = manifest.entries.contains { entry in
                ["featureTests", "example"].contains(entry.verb) && entry.strings("uses").contains(feature)
                    || entry.arguments.contains { $0.isList && $0.strings.contains { $0.value == module } }
            }
            let unused = try workspace.unusedMocks(in: folder)
            let files = try workspace.sources(in: folder).keys
            if unused.count < files.count {
                try manifest.removeImports(of: unused, from: "also", ofVerb: "mocks", named: feature, in: workspace)
                try workspace.remove(unused)
                if !unused.isEmpty { notes.append("the mocks of \(feature) that only its tests used go with it") }
                if !isUsed {
                    notes.append("nothing uses \(module) any longer, but \(folder) was not written for this alone")
                }
            } else if !isUsed {
                try workspace.remove([folder])
                try manifest.remove(mocks)
                notes.append("the mocks of \(feature), which only its tests used, go with it")
            }
        }
        return notes
    }

    /// What a role of Core left behind: modules without sources, and dependencies that nothing imports.
    private func tidyCore(
        _ doomed: DoomedFiles, in workspace: Workspace, _ manifest: inout ManifestEditor
    ) throws(ScaffoldingError) {
        if workspace.exists("Modules/CoreTesting"), try workspace.sources(in: "Modules/CoreTesting").isEmpty {
            try workspace.remove(["Modules/CoreTesting"])
            if let mocks = manifest.entry("module", named: "CoreTesting") { try manifest.remove(mocks) }
            try workspace.removeFromMap("Modules/CoreTesting")
            try manifest.removeValue("CoreTesting")
        }
        if let tests = manifest.entry("tests", named: "Core"), try workspace.sources(in: "Tests/CoreTests").isEmpty {
            try manifest.remove(tests)
        }
        for module in ["Injection", "CoreTesting"] {
            for (verb, folder) in [("module", "Modules/Core"), ("tests", "Tests/CoreTests")]
            where try !workspace.imports(module, in: folder) {
                try manifest.removeValue(module) { $0.verb == verb && $0.name == "Core" }
            }
        }
    }
}

extension WorkspacePart {
    /// Whether an entry of the manifest makes one of its targets.
    func makes(_ entry: ManifestEditor.Entry) -> Bool {
        let verbs: Set =
            kind == .feature
            ? ["interface", "implementation", "mocks", "featureTests", "tests", "example"] : ["service", "tests"]
        return entry.name == name && verbs.contains(entry.verb)
    }
}
