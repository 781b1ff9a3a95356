extension Workspace {
    /// The texts of the Swift files below a folder, by their paths.
    func sources(in folder: String) throws(ScaffoldingError) -> [String: String] {
        var sources: [String: String] = [:]
        for file in try files() where file.hasPrefix("\(folder)/") && file.hasSuffix(".swift") {
            sources[file] = try text(file)
        }
        return sources
    }
}
