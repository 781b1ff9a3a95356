/// The functions of a manifest that declares targets by lists of modules.
public let manifestFunctions = """
    func feature(
        _ name: String,
        uses: [String] = [],
        exposes: [String] = [],
        tests: [String] = []
    ) -> [Target] { [] }
    func app(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] { [] }
    extension Target {
        static func module(_ name: String, at path: String, uses: [String]) -> Target {}
        static func tests(of module: String, uses: [String]) -> Target {}
    }
    """
