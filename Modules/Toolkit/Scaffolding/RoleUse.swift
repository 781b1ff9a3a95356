import SwiftSource

// MARK: - Notes about the uses of a role

extension EditPlan {
    /// Returns a note about where to pass a new role to the implementation of a feature.
    func note(onPassing role: String, at location: Role.Location) throws(ScaffoldingError) -> String
    {
        let property = role.asProperty
        let value = "self.\(property)()"
        guard let feature = location.feature else {
            return
                "no implementation receives '\(property)' yet; pass '\(value)' to the init of one in Modules/Bootstrap"
        }
        let part = WorkspacePart(.feature, feature)
        let file = part.bootstrapFile
        let tokens = try SourceText(text(file), path: file).tokens
        for source in try workspace.sources(in: "\(part.folder)/Implementation") {
            for type in source.declarations where type.isType {
                let call = tokens.indices.first {
                    tokens.has(type.name, "(", at: $0)
                }
                let start = source.members(of: type).first { $0.keyword == "init" }
                guard let call, let start else {
                    continue
                }
                let isImported = source.publicImports.contains(location.module)
                let access = isImported ? "" : ", write 'package import \(location.module)'"
                return
                    "\(type.name) does not receive '\(property)' yet; add '\(property): any \(role)' to its init (\(source.place(of: start)))\(access), and pass '\(property): \(value)' to it (\(file):\(tokens[call].location.line))"
            }
        }
        return
            "no implementation in \(part.folder) receives '\(property)' yet; pass '\(value)' to the init of one in \(file)"
    }

    /// Returns a note about where Bootstrap uses a service that another one can replace.
    func note(
        onReplacing property: String,
        by newProperty: String
    ) throws(ScaffoldingError) -> String {
        var places: [String] = []
        for file in try workspace.sources(in: "Modules/Bootstrap") {
            let tokens = file.tokens
            let uses = tokens.indices.filter { tokens.has(".", property, "(", at: $0 - 1) }
            places += uses.map { file.place(of: tokens[$0]) }
        }
        let list = places.isEmpty ? "" : " (\(places.joined(separator: ", ")))"
        return
            "to use it, replace 'self.\(property)()' with 'self.\(newProperty)()' in Bootstrap\(list)"
    }
}
