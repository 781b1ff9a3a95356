import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

/// Tests the targets of Xcode projects in a set of packages.
@Suite(.describedPackages)
struct ProjectTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.withThreePackages()
    }

    /// The modules of the project as lines, such as `MyAppTests test in MyApp/MyAppTests: MyApp`.
    private func projectModules(_ packages: PackageSet) -> [String] {
        packages.graph.modules.filter { $0.package?.hasSuffix(".xcodeproj") == true }.map {
            module in
            let uses = module.dependencies.joined(separator: ", ")
            return "\(module.name) \(module.kind.rawValue) in \(module.folder): \(uses)"
        }
    }

    private func files(_ packages: PackageSet) throws -> [String: [String]] {
        try packages.sources().mapValues { $0.map(\.path) }
    }

    @Test func `reads the targets of folders that Xcode synchronizes`() async throws {
        try repository.addSynchronizedProject()
        let packages = try await repository.loadAll()
        #expect(
            projectModules(packages) == [
                "MyApp executable in MyApp/MyApp: Design, KitViews, Alamofire",
                "MyAppTests test in MyApp/MyAppTests: MyApp, Design, KitViews, Alamofire",
                "MyAppUITests test in MyApp/MyAppUITests: MyApp, Design, KitViews, Alamofire",
                "WidgetExtension executable in MyApp/Widget: ",
                "Design library in MyApp/Design: ",
            ]
        )
        let files = try files(packages)
        #expect(
            files["MyApp"] == [
                "MyApp/MyApp/Legacy/New.swift", "MyApp/MyApp/Shared.swift",
                "MyApp/MyApp/Sub/App.swift",
            ]
        )
        #expect(
            files["WidgetExtension"] == ["MyApp/MyApp/Shared.swift", "MyApp/Widget/Widget.swift"]
        )
        #expect(packages.graph.module(named: "Alamofire")?.package == "Alamofire")
    }

    @Test func `reads the targets of groups`() async throws {
        try repository.addProjectWithGroups()
        let condition = "#if SWIFT_PACKAGE\nimport Low\n#endif"
        try repository.write(condition, to: "MyApp/MyApp/Support/Generated.swift")
        let packages = try await repository.loadAll()
        let imports = try packages.sources()["MyApp"]?.flatMap(\.imports).map(\.module)
        #expect(imports == ["KitViews", "KitModel"])
        #expect(
            projectModules(packages) == [
                "MyApp executable in MyApp/MyApp: KitViews",
                "MyAppTests test in MyApp/MyAppTests: MyApp, KitViews",
            ]
        )
        #expect(
            try files(packages)["MyApp"] == [
                "MyApp/MyApp/MyApp.swift", "MyApp/MyApp/Support/Generated.swift",
                "MyApp/MyApp/Views/List.swift",
            ]
        )
    }

    @Test func `products belong to the packages to which a project refers`() async throws {
        try repository.describe("OtherViews", in: "Other", products: "KitUI: OtherViews")
        try repository.addSynchronizedProject()
        let packages = try await repository.loadAll()
        let dependencies = packages.graph.module(named: "MyApp")?.dependencies
        #expect(dependencies == ["Design", "KitViews", "Alamofire"])
    }

    @Test func `of targets that build the same module, the first is read`() async throws {
        try repository.addProjectWithGroups()
        try repository.addProjectWithGroups(in: "Other")
        try repository.describe("MyAppTests", in: "Kit")
        let packages = try await repository.loadAll()
        let folders = packages.graph.modules.filter { $0.name.hasPrefix("MyApp") }.map(\.folder)
        #expect(folders.sorted() == ["Kit/Tests/MyAppTests", "MyApp/MyApp"])
    }

    @Test func `a package alone has the projects in its folder`() async throws {
        try repository.addProjectWithGroups(in: "Packages/Kit/Apps/One")
        try repository.addProjectWithGroups(in: "Packages/Kit/Apps/Two/Deep")
        let packages = try await PackageSet.load(repository.folder.path("Packages/Kit"))
        #expect(
            projectModules(packages) == [
                "MyApp executable in Apps/One/MyApp: KitViews",
                "MyAppTests test in Apps/One/MyAppTests: MyApp, KitViews",
            ]
        )
    }

    @Test func `does not follow symbolic links to projects`() async throws {
        try repository.addProjectWithGroups()
        try repository.folder.link("Link", to: "MyApp")
        let folders = try await repository.loadAll().graph.modules.map(\.folder)
        #expect(folders.contains("MyApp/MyApp"))
        #expect(!folders.contains("Link/MyApp"))
    }

    @Test(arguments: ["MyApp/Pods", ".build/MyApp", "Vendor", "Three/Levels/Down"])
    func `ignores projects in some folders`(folder: String) async throws {
        try repository.addProjectWithGroups(in: folder)
        #expect(projectModules(try await repository.loadAll()) == [])
    }

    @Test func `ignores a project whose dependencies CocoaPods sets`() async throws {
        try repository.addProjectWithGroups()
        try repository.write("use_frameworks!", to: "MyApp/Podfile")
        #expect(projectModules(try await repository.loadAll()) == [])
    }

    @Test(arguments: [
        "",
        "{}",
        "<<<<<<< HEAD\n{objects = {}; rootObject = A;}",
        "{objects = (A); rootObject = A;}",
    ])
    func `reports an invalid project, and checks the others`(text: String) async throws {
        try repository.addProjectWithGroups()
        try repository.write(text, to: "Broken/A.xcodeproj/project.pbxproj")
        let packages = try await repository.loadAll()
        #expect(
            packages.uncheckedPackages == [
                .invalidProject(path: "Broken/A.xcodeproj/project.pbxproj")
            ]
        )
        #expect(projectModules(packages).count == 2)
    }

    @Test func `reports a project without a file`() async throws {
        try repository.write("", to: "A.xcodeproj/xcuserdata/a")
        let messages = try await repository.loadAll().uncheckedPackages.map(\.message)
        try #require(messages.count == 1)
        #expect(messages[0].hasPrefix("cannot read '"))
        #expect(messages[0].contains("/A.xcodeproj/project.pbxproj': "))
    }

    @Test(arguments: [
        "{objects = {A = {mainGroup = B; targets = (A, C);}; B = {sourceTree = SOURCE_ROOT; children = (B);};}; rootObject = A;}",
        "{objects = {A = {targets = A; fileSystemSynchronizedGroups = A; productReference = A; path = A;};}; rootObject = A;}",
    ])
    func `reads a project with cycles and missing objects`(text: String) async throws {
        try repository.write(text, to: "A.xcodeproj/project.pbxproj")
        let packages = try await repository.loadAll()
        #expect(packages.uncheckedPackages == [])
        #expect(projectModules(packages) == [])
    }

    @Test func `reads a static library, and no sources from a folder of resources`() async throws {
        let project = """
            {objects = {
            A = {targets = (B, C); mainGroup = G;}; G = {sourceTree = SOURCE_ROOT; children = (D, E, F);};
            B = {productReference = H; buildPhases = I;}; H = {path = App.app;};
            C = {productReference = J; buildPhases = K; productType = library;}; J = {path = libCore.a;};
            D = {path = App.swift; sourceTree = "<group>";}; L = {fileRef = D;};
            E = {path = Core.swift; sourceTree = "<group>";}; M = {fileRef = E;};
            F = {path = Templates; sourceTree = "<group>";}; N = {fileRef = F;};
            O = {fileRef = J;}; I = {files = (L, N, O);}; K = {files = M;};
            }; rootObject = A;}
            """
        try repository.write(project, to: "A.xcodeproj/project.pbxproj")
        for file in ["App.swift", "Core.swift", "Templates/View.swift"] {
            try repository.write("", to: file)
        }
        let packages = try await repository.loadAll()
        #expect(
            projectModules(packages) == ["App executable in : Core", "Core library in : "]
        )
        #expect(try files(packages)["App"] == ["App.swift"])
        #expect(packages.modulesOfProjects(containing: "Templates/View.swift") == ["App"])
    }

    @Test func `reads deep groups`() async throws {
        let groups = (0..<10_000).map {
            "G\($0) = {sourceTree = \"<group>\"; children = (G\($0 + 1));};"
        }
        let project = """
            {objects = {
            A = {mainGroup = G0; targets = (T);};
            \(groups.joined())
            G10000 = {path = App.swift; sourceTree = "<group>";};
            T = {productReference = P; buildPhases = S;};
            P = {path = App.app;};
            S = {files = F;};
            F = {fileRef = G10000;};
            }; rootObject = A;}
            """
        try repository.write(project, to: "A.xcodeproj/project.pbxproj")
        try repository.write("", to: "App.swift")
        let packages = try await repository.loadAll()
        #expect(packages.uncheckedPackages == [])
        #expect(projectModules(packages) == ["App executable in : "])
    }
}
