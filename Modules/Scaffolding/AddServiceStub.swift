public struct AddService: WorkspaceChange {
    public init(_ name: String, implements role: String) {}
    public func apply(to workspace: Workspace) async throws -> [String] { [] }
}
