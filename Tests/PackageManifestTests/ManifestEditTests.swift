import PackageManifest
import Testing

/// Edits of dependencies in the text of a manifest.
struct ManifestEditTests {
    private static func manifest(_ targets: String) -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Sample",
            targets: [
        \(targets)
            ])

        """
    }

    /// A target before and after the addition of `"Core"` to the dependencies of `Home`.
    static let additions = [
        (
            #"        .target(name: "Home", dependencies: ["Net"]),"#,
            #"        .target(name: "Home", dependencies: ["Core", "Net"]),"#
        ),
        (#"        .target(name: "Home"),"#, #"        .target(name: "Home", dependencies: ["Core"]),"#),
        (
            #"        .target(name: "Home", dependencies: []),"#,
            #"        .target(name: "Home", dependencies: ["Core"]),"#
        ),
        (
            #"        .target(name: "Home", dependencies: ["Zip", "Net"]),"#,
            #"        .target(name: "Home", dependencies: ["Zip", "Net", "Core"]),"#
        ),
        (
            """
                    .target(
                        name: "Home",
                        dependencies: [
                            "Api",
                            .product(name: "Logging", package: "swift-log"),
                        ],
                        path: "Home"),
            """,
            """
                    .target(
                        name: "Home",
                        dependencies: [
                            "Api",
                            "Core",
                            .product(name: "Logging", package: "swift-log"),
                        ],
                        path: "Home"),
            """
        ),
        (
            #"        .target(name: "App", dependencies: [.target(name: "Home")]), .target(name: "Home"),"#,
            #"        .target(name: "App", dependencies: [.target(name: "Home")]), .target(name: "Home", dependencies: ["Core"]),"#
        ),
        (
            #"        /* .target(name: "Home") */ .testTarget(name: "Home", dependencies: ["A" /* first */]),"#,
            #"        /* .target(name: "Home") */ .testTarget(name: "Home", dependencies: ["A", "Core" /* first */]),"#
        ),
    ]

    @Test(arguments: additions) func `adds a dependency and keeps all other text`(before: String, after: String) throws
    {
        var edit = ManifestEdit(Self.manifest(before))
        try edit.add("\"Core\"", to: "Home")
        #expect(String(decoding: edit.text, as: UTF8.self) == Self.manifest(after))
    }

    /// A target before and after the removal of `Net` from the dependencies of `Home`.
    static let removals = [
        (
            #"        .target(name: "Home", dependencies: ["Net"]),"#,
            #"        .target(name: "Home", dependencies: []),"#
        ),
        (
            #"        .target(name: "Home", dependencies: ["Core", "Net"]),"#,
            #"        .target(name: "Home", dependencies: ["Core"]),"#
        ),
        (
            #"        .target(name: "Home", dependencies: ["Net", "Zip"]),"#,
            #"        .target(name: "Home", dependencies: ["Zip"]),"#
        ),
        (
            #"        .target(name: "Home", dependencies: [.product(name: "Net", package: "net"), "Zip"]),"#,
            #"        .target(name: "Home", dependencies: ["Zip"]),"#
        ),
        (
            """
                    .target(
                        name: "Home",
                        dependencies: [
                            "Core",
                            .target(name: "Net", condition: .when(platforms: [.linux])),
                        ]),
            """,
            """
                    .target(
                        name: "Home",
                        dependencies: [
                            "Core",
                        ]),
            """
        ),
    ]

    @Test(arguments: removals) func `removes a dependency and keeps all other text`(before: String, after: String)
        throws
    {
        var edit = ManifestEdit(Self.manifest(before))
        try edit.remove("Net", from: "Home")
        #expect(String(decoding: edit.text, as: UTF8.self) == Self.manifest(after))
    }

    /// Dependencies that are not an array literal, before and after the addition of `"Core"`.
    static let expressions = [
        (#"shared"#, #"shared + ["Core"]"#), (#"both("A", [])"#, #"both("A", []) + ["Core"]"#),
        (#"["A"] + shared"#, #"["A", "Core"] + shared"#), (#"shared + ["Zip"]"#, #"shared + ["Core", "Zip"]"#),
        (#"isLinux ? ["A"] : []"#, #"(isLinux ? ["A"] : []) + ["Core"]"#),
        (#"["A"].map { .target(name: $0) }"#, #"["A"].map { .target(name: $0) } + ["Core"]"#),
    ]

    @Test(arguments: expressions) func `adds an array to dependencies that are not one`(before: String, after: String)
        throws
    {
        func target(_ value: String) -> String {
            Self.manifest(#".target(name: "Home", dependencies: \#(value), path: "Home")"#)
        }
        var edit = ManifestEdit(target(before))
        try edit.add("\"Core\"", to: "Home")
        #expect(String(decoding: edit.text, as: UTF8.self) == target(after))
    }

    @Test func `a dependency in a variable, a product and the use of a plugin declare no target`() throws {
        let rest = """
            .plugin(name: "Home", targets: ["Home"]), .target(name: "A", plugins: [.plugin(name: "Home", package: "P")]),
            .target(name: "Home", path: "Home"
            """
        let variable =
            #"let shared: [Target.Dependency] = [.target(name: "Home", condition: .when(platforms: [.linux]))]"#
        var edit = ManifestEdit(variable + Self.manifest(rest + ")"))
        try edit.add("\"Core\"", to: "Home")
        let changed = rest.replacing(#"name: "Home", path"#, with: #"name: "Home", dependencies: ["Core"], path"#)
        #expect(String(decoding: edit.text, as: UTF8.self) == variable + Self.manifest(changed + ")"))
    }

    static let refusals: [(String, ManifestEdit.Refusal)] = [
        (#".target(name: "Other")"#, .noDeclaration), (#"feature("Home")"#, .noDeclaration),
        (#".target(name: name)"#, .noDeclaration), (#".target(name: "Ho\(m)e")"#, .noDeclaration),
        (#".target(name: "Home"), .target(name: "Home")"#, .ambiguous),
    ]

    @Test(arguments: refusals) func `refuses a target that is not declared with a literal name`(
        targets: String, refusal: ManifestEdit.Refusal
    ) {
        var edit = ManifestEdit(Self.manifest(targets))
        #expect(throws: refusal) { try edit.add("\"Core\"", to: "Home") }
        #expect(String(decoding: edit.text, as: UTF8.self) == Self.manifest(targets))
    }

    @Test(arguments: ["shared", #"isLinux ? ["Net"] : []"#, #"["A"]"#])
    func `refuses to remove a dependency that no array literal contains`(value: String) {
        var edit = ManifestEdit(Self.manifest(#".target(name: "Home", dependencies: \#(value))"#))
        #expect(throws: ManifestEdit.Refusal.noElement) { try edit.remove("Net", from: "Home") }
    }

    @Test func `finds the declaration of a product, which other targets can repeat`() {
        let edit = ManifestEdit(
            Self.manifest(#".target(name: "A", dependencies: [.product(name: "Logging", package: "swift-log")])"#))
        #expect(edit.element(named: "Logging") == #".product(name: "Logging", package: "swift-log")"#)
        #expect(edit.element(named: "Core") == nil)
    }
}
