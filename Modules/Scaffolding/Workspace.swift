import Foundation
import SwiftSource

/// A workspace in the layout: a folder with a manifest, Bootstrap, and folders of features and services.
public struct Workspace: Sendable {
    /// The path of its folder, without symbolic links.
    public let root: String

    /// Looks at a folder.
    ///
    /// - Throws: ``ScaffoldingError/noWorkspace(path:missing:above:)``.
    public init(at path: String) throws(ScaffoldingError) {
        root = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        guard let missing = missingFile else { return }
        throw .noWorkspace(path: path, missing: missing, above: Self.workspace(above: root, as: path))
    }

    /// The file without which it is no workspace, if that is missing.
    private var missingFile: String? { ["Package.swift", Self.container].first { !exists($0) } }

    /// The path of the workspace in which a folder lies: from there, if people call it `.`, so that they recognize it.
    private static func workspace(above folder: String, as path: String) -> String? {
        let parts = folder.split(separator: "/")
        for count in parts.indices.reversed() {
            let root = "/" + parts.prefix(count).joined(separator: "/")
            guard Workspace(root: root).missingFile == nil else { continue }
            return path == "." ? parts.dropFirst(count).map { _ in ".." }.joined(separator: "/") : root
        }
        return nil
    }

    /// Takes a folder for a workspace.
    init(root: String) { self.root = root }

    /// The path of the file in which Bootstrap declares the container.
    static let container = "Modules/Bootstrap/AppContainer.swift"
    /// The path of the manifest.
    static let manifest = "Package.swift"

    /// The names of its features, in alphabetical order.
    public var features: [String] {
        folders(in: "Modules/Features").filter { exists("Modules/Features/\($0)/Interface") }
    }

    /// The names of its services, in alphabetical order.
    public var services: [String] {
        folders(in: "Modules/Services").filter { !exists("Modules/Services/\($0)/module.modulemap") }
    }

    /// The path of a file or folder that is named from the root.
    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Whether there is such a file or folder.
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// The text of a file, as it is written there.
    func text(_ name: String) throws(ScaffoldingError) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path(name)))
        } catch {
            throw .cannotWrite(path: path(name), reason: error.localizedDescription)
        }
        // Unlike what Foundation reads, this keeps a byte order mark.
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .cannotWrite(path: path(name), reason: "it is no text in UTF-8")
        }
        return text
    }

    private func folders(in name: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []
        return names.filter { !$0.hasPrefix(".") && isFolder("\(name)/\($0)") }.sorted()
    }

    /// Whether there is such a folder. A link to a folder is not one.
    ///
    /// Every file is asked, and reading the attributes of a file takes ten to fifty times as long.
    func isFolder(_ name: String) -> Bool {
        // Only a folder contains itself.
        exists("\(name)/.") && !isLink(name)
    }

    /// Whether it is a symbolic link.
    func isLink(_ name: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path(name))) != nil
    }
}

// MARK: - Files

extension Workspace {
    /// The records of git, and what builds write.
    private static let ignored: Set = [".git", ".build", ".swiftpm"]

    /// Returns the paths of all files from the root, in alphabetical order.
    func files() throws(ScaffoldingError) -> [String] {
        var found: [String] = []
        try collect("", into: &found)
        return found.sorted()
    }

    private func collect(_ folder: String, into found: inout [String]) throws(ScaffoldingError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? root : path(folder))
        } catch {
            throw .cannotWrite(path: path(folder), reason: error.localizedDescription)
        }
        for name in names where !Self.ignored.contains(name) {
            let name = folder.isEmpty ? name : "\(folder)/\(name)"
            if isFolder(name) { try collect(name, into: &found) } else if isFile(name) { found.append(name) }
        }
    }

    /// Whether it is a file or a link, and not a pipe, a socket or a device.
    private func isFile(_ name: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
        return type == .typeRegular || type == .typeSymbolicLink
    }

    /// Whether a file belongs to the engine, the rules or the tool, which know no feature and name invented ones.
    static func isInherited(_ path: String) -> Bool {
        let modules = ["Injection", "Boundaries", "BoundaryRules", "SwiftSource", "Scaffolding", "Bulkhead"]
        return modules.contains { name in
            ["Modules/\(name)", "Tests/\(name)Tests/", "App/\(name)/"].contains { path.hasPrefix($0) }
        }
    }

    /// Returns the texts of the Swift files below a folder, in the order of their paths.
    func sources(in folder: String) throws(ScaffoldingError) -> [(path: String, text: String)] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path(folder))) ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name throws(ScaffoldingError) in
            ("\(folder)/\(name)", try text("\(folder)/\(name)"))
        }
    }

    /// Returns where a type of that name is declared at the top of a file, such as `Modules/Core/Note.swift:4`.
    func place(ofType name: String) throws(ScaffoldingError) -> String? {
        for file in try texts(containing: [name]) where file.path.hasSuffix(".swift") {
            let types = SourceFile(path: file.path, text: file.text).types
            if let type = types.first(where: { $0.kind != .extension && $0.name == name }) {
                return "\(file.path):\(type.location.line)"
            }
        }
        return nil
    }

    /// Returns the sources, pages, scripts and settings that contain one of some texts, in the order of their paths.
    ///
    /// Templates and links to other files are left out. So is the manifest, which ``ManifestFile`` edits.
    func texts(containing words: [String]) throws(ScaffoldingError) -> [(path: String, text: String)] {
        let words = words.map { Data($0.utf8) }
        var texts: [(path: String, text: String)] = []
        for path in try files() where Self.isText(path) && !isLink(path) {
            guard let data = try? Data(contentsOf: URL(filePath: self.path(path))) else { continue }
            guard words.contains(where: { data.range(of: $0) != nil }),
                let text = String(validating: data, as: UTF8.self)
            else { continue }
            texts.append((path, text))
        }
        return texts
    }

    private static func isText(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.dropFirst().lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
        return endings.contains(ending) && path != manifest && !path.contains("/Templates/")
    }

    /// The endings of text files. Scripts have none.
    private static let endings: Set = ["", "c", "h", "json", "md", "modulemap", "sh", "swift", "txt", "yaml", "yml"]
}

// MARK: - Features and services

/// A feature or a service of a workspace.
public struct WorkspacePart: Sendable, Hashable {
    /// The kinds of parts.
    public enum Kind: String, Sendable, CaseIterable {
        case feature, service
    }

    /// The kind.
    public let kind: Kind
    /// The name of its module.
    public let name: String

    /// Creates a reference to a part by its name.
    public init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// The modules of the part.
    var modules: [String] { [name] + suffixes.map { name + $0 } }

    /// The suffixes that the layout appends to its name for further modules.
    var suffixes: [String] { kind == .feature ? ["Interface", "Testing", "Tests", "Example"] : ["Tests"] }

    /// The array of the manifest that lists it.
    var list: ManifestFile.List { kind == .feature ? .features : .services }
    /// The folder of its modules.
    var folder: String { "Modules/\(kind == .feature ? "Features" : "Services")/\(name)" }
    /// The file in which Bootstrap registers it.
    var bootstrapFile: String { "Modules/Bootstrap/AppContainer+\(name).swift" }

    /// The files and folders of the part.
    var places: [String] {
        [folder, "Tests/\(name)Tests", bootstrapFile] + (kind == .feature ? ["App/Examples/\(name)Example"] : [])
    }

    /// Whether a file belongs to the part.
    func owns(_ path: String) -> Bool { places.contains { path == $0 || path.hasPrefix("\($0)/") } }
}

extension Workspace {
    /// Throws unless the part exists.
    func require(_ part: WorkspacePart) throws(ScaffoldingError) {
        let names = names(of: part.kind)
        guard !names.contains(part.name) else { return }
        let list = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
        throw .missing("\(part.kind.rawValue) '\(part.name)'", remedy: list)
    }

    /// The names of its features or services, in alphabetical order.
    public func names(of kind: WorkspacePart.Kind) -> [String] { kind == .feature ? features : services }
}

extension String {
    /// The name of a property for a type of this name: `noteBook` for `NoteBook`, `httpClient` for `HTTPClient`.
    package var asProperty: String {
        let capitals = prefix { $0.isUppercase }
        // The last of several capitals begins the next word, unless the name ends there or continues with a digit.
        let next = dropFirst(capitals.count).first
        let count = capitals.count > 1 && next?.isLowercase == true ? capitals.count - 1 : capitals.count
        return prefix(count).lowercased() + dropFirst(count)
    }
}

extension Array {
    /// The element at an index, or nil where there is none.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
