import Foundation
import ProgramTesting

extension DescribedRepository {
    /// Adds a project from `Tests/Fixtures/XcodeProjects`, and sources.
    private func addProject(
        _ name: String,
        in path: String = "MyApp",
        _ sources: [String: String]
    ) throws {
        try folder.copy(
            ["project.pbxproj"],
            from: BuiltProducts.packageRoot.appending(path: "Tests/Fixtures/XcodeProjects/\(name)"),
            to: "\(path)/MyApp.xcodeproj"
        )
        for (file, text) in sources {
            try write(text, to: "\(path)/\(file)")
        }
    }

    /// Adds a project as Xcode 16 writes it, whose targets contain the files in folders.
    public func addSynchronizedProject() throws {
        try addProject(
            "Synchronized",
            [
                "MyApp/Sub/App.swift": "import KitViews",
                "MyApp/Shared.swift": "",
                "MyApp/Legacy/Old.swift": "import Low",
                "MyApp/Legacy/New.swift": "",
                "MyAppTests/AppTests.swift": "@testable import MyApp",
                "MyAppUITests/Taps.swift": "import XCTest",
                "Widget/Widget.swift": "import WidgetKit",
                "Design/Color.swift": "import SwiftUI",
            ]
        )
    }

    /// Adds a project as Xcode 15 writes it, whose targets list their files.
    public func addProjectWithGroups(
        _ main: String = "import KitViews",
        in path: String = "MyApp"
    ) throws {
        try addProject(
            "Groups",
            in: path,
            [
                "MyApp/MyApp.swift": main,
                "MyApp/Views/List.swift": "import KitModel",
                "MyApp/Support/Generated.swift": "",
                "MyApp/Unused.swift": "import Low",
                "MyAppTests/MyAppTests.swift": "@testable import MyApp\nimport KitViews",
            ]
        )
    }
}
