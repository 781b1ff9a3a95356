public import Foundation

extension TemporaryFolder {
    public convenience init(files: [String: String]) throws {
        try self.init()
        for (path, text) in files { try write(text, to: path) }
    }

    public func copy(_ paths: [String], from root: URL, to target: String = "") throws {
        for path in paths {
            let copy = url.appending(path: target).appending(path: path)
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: root.appending(path: path), to: copy)
        }
    }

    /// Writes a script that `/bin/sh` runs, and returns its path.
    @discardableResult
    public func writeScript(_ text: String, to name: String) throws -> String {
        let path = try write("#!/bin/sh\n\(text)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    public func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
    public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
    public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Returns the contents of every file below a folder by path, except those of Git. The path of an empty folder ends with a slash.
    public func contents(of folder: String = "") throws -> [String: Data] {
        var contents: [String: Data] = [:]
        let root = url.appending(path: folder)
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) where !name.hasPrefix(".git/") {
            let path = root.appending(path: name)
            contents[name] = try? Data(contentsOf: path)
            if (try? FileManager.default.contentsOfDirectory(atPath: path.path))?.isEmpty == true {
                contents["\(name)/"] = Data()
            }
        }
        return contents
    }

    /// Returns the paths of the files below a folder that were added, changed or removed since `before` was read.
    public func differences(from before: [String: Data], in folder: String = "") throws -> [String] {
        let after = try contents(of: folder)
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }
}

extension BuiltProducts {
    public static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Runs the compiler on source files, with the modules of this build, and with access to `package` declarations if `seesPackage`.
    public static func compile(
        _ files: [String], _ options: [String] = ["-typecheck"], seesPackage: Bool = false
    ) async throws -> Outcome {
        // SwiftPM names the package after its folder, in characters that are valid in an identifier.
        let name = packageRoot.lastPathComponent.lowercased().replacing("-", with: "_")
        let maps = ["CCurl", "CPostgreSQL", "CSQLite"].map { library in
            packageRoot.appending(path: "Modules/Services/\(library)/module.modulemap").path
        }
        return try await Subprocess.run(
            "swiftc",
            options + ["-swift-version", "6", "-parse-as-library", "-I", folder.appending(path: "Modules").path]
                + ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
                .flatMap { ["-enable-upcoming-feature", $0] } + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
                + (seesPackage ? ["-package-name", name] : []) + files)
    }
}
