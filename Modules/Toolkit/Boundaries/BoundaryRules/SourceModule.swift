/// A module that the rules file declares because no manifest declares it, such as a target of an
/// Xcode project.
public struct SourceModule: Sendable, Hashable {
    public let name: String
    /// The folder of the sources, relative to the folder of the rules file.
    public let path: String
    public let kind: Module.Kind
    /// The names of the modules and products that the module uses.
    public let dependsOn: [String]
}

extension SourceModule: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case name, path, kind, dependsOn }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.allCases)
        name = try values.decode(String.self, forKey: .name)
        path = try values.decode(String.self, forKey: .path)
        kind = try values.decode(.kind, default: .executable)
        dependsOn = try values.decode(.dependsOn, default: [])
    }
}
