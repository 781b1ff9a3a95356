import Foundation

extension Workspace {
    /// The texts of the Swift files below a folder, by their paths; none where there is no such folder.
    func sources(in folder: String) throws(ScaffoldingError) -> [String: String] {
        var sources: [String: String] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path(folder))) ?? []
        where name.hasSuffix(".swift") {
            sources["\(folder)/\(name)"] = try text("\(folder)/\(name)")
        }
        return sources
    }
}
