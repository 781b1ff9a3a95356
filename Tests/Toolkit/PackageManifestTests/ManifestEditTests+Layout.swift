import PackageManifest
import ProgramTesting
import Testing

/// Tests the layout of an edited manifest.
extension ManifestEditTests {
    /// The layout of the argument `dependencies:` of `Home` before and after adding `"Core"`.
    static let additionLayouts = Row.table(
        """
        before the first line → [⏎  "Net",⏎  "Zip"⏎] → [⏎  "Core",⏎  "Net",⏎  "Zip"⏎]
        after the last line, without a comma → [⏎  "Api"  // first⏎] → [⏎  "Api",  // first⏎  "Core"⏎]
        after the last line, with a comma → [⏎  "Api",  // first⏎] → [⏎  "Api",  // first⏎  "Core",⏎]
        between lines with comments → [⏎  "Api",  // first⏎  // The network.⏎  "Net",⏎] → [⏎  "Api",  // first⏎  "Core",⏎  // The network.⏎  "Net",⏎]
        after the bracket → ["Net",⏎  "Zip"] → ["Core",⏎  "Net",⏎  "Zip"]
        before the closing bracket → [⏎  "Api"] → [⏎  "Api",⏎  "Core"]
        in an empty array of two lines → [⏎] → ["Core"]
        in an empty array of two lines, with CR LF → [\r⏎] → ["Core"]
        with CR LF → [\r⏎  "Api",\r⏎  "Net",\r⏎] → [\r⏎  "Api",\r⏎  "Core",\r⏎  "Net",\r⏎]
        with tabs → [⏎\t"Api",⏎\t] → [⏎\t"Api",⏎\t"Core",⏎\t]
        """
    )

    /// The layouts before and after removing `"Net"`.
    static let removalLayouts = Row.table(
        """
        the only line → [⏎  "Net"⏎] → []
        the only line, with a comma → [⏎  "Net",  // gone⏎] → []
        the first line → [⏎  "Net",⏎  "Zip"⏎] → [⏎  "Zip"⏎]
        the last line → [⏎  "Api",⏎  "Net"⏎] → [⏎  "Api"⏎]
        the last line, with a comma → [⏎  "Api",⏎  "Net",⏎] → [⏎  "Api",⏎]
        a line between comments → [⏎  "Api",  // first⏎  "Net",  // gone⏎  // Last.⏎  "Zip",⏎] → [⏎  "Api",  // first⏎  // Last.⏎  "Zip",⏎]
        the last line, after a comment → [⏎  "Api",  // first⏎  "Net"  // gone⏎] → [⏎  "Api"  // first⏎]
        before the closing bracket → [⏎  "Api",⏎  "Net"] → [⏎  "Api"]
        in a line with others → [⏎  "Api", "Net",⏎  "Zip",⏎] → [⏎  "Api",⏎  "Zip",⏎]
        first in a line with others → [⏎  "Net", "Api",⏎] → [⏎  "Api",⏎]
        with CR LF → [\r⏎  "Api",\r⏎  "Net",\r⏎] → [\r⏎  "Api",\r⏎]
        """
    )

    @Test(arguments: additionLayouts)
    func `adds an element on its own line if each element is on its own line`(row: Row) throws {
        #expect(try adding(to: target(row.lines(1))) == target(row.lines(2)))
    }

    @Test(arguments: removalLayouts)
    func `removes a line with its comment and leaves no blank line`(row: Row) throws {
        #expect(try removing(from: target(row.lines(1))) == target(row.lines(2)))
    }

    /// The whitespace before the name of a target, the text after the name, and the whitespace
    /// before an added argument.
    static let argumentLayouts = [
        ("\n    ", ",\n    path: \"Home\")", "\n    "),
        ("\r\n    ", ",\r\n    path: \"Home\")", "\r\n    "),
        ("\n    ", "\n)", "\n    "),
        ("\n    ", ")", "\n    "),
        ("\n    ", ", path: \"Home\")", " "),
        ("", ", path: \"Home\")", " "),
    ]

    @Test(arguments: argumentLayouts)
    func `adds an argument on its own line if each argument is on its own line`(
        start: String,
        end: String,
        space: String
    ) throws {
        let name = ".target(\(start)name: \"Home\""
        let after = "\(name),\(space)dependencies: [\"Core\"]\(end)"
        #expect(try adding(to: Self.manifest(name + end)) == Self.manifest(after))
    }

    // MARK: Any manifest

    /// Manifests that contain declarations of all forms. They declare the target `Home`.
    static let manifests = [
        """
        let log = [Target.Dependency.product(name: "Log", package: "log")]  // Writes "logs".
        let home = Target.target(
            kind: .shown(1), name: "Home",
            dependencies: log + ["Api", .target(name: "Net"), "Net"] + both([], ["A"]), path: "Home")
        """,
        """
        .testTarget(
            name: "Home",
            dependencies: [
                "Net",  // The first.
                .product(name: "Log", package: "log", condition: .when(platforms: [.linux])),
            ],
            exclude: isLinux ? ["A"] : []),
        """,
        """
        products: [.library(name: "Home", targets: ["Home"]), .plugin(name: "Home", targets: ["Home"])],
        targets: [.macro(name: "Home", dependencies: isLinux ? ["Net"] : [])]
        """,
    ]

    /// Returns the beginnings of a manifest that do not end inside a word.
    private func beginnings(of manifest: String) -> [String] {
        manifest.indices.dropFirst().compactMap { index in
            let last = manifest[manifest.index(before: index)]
            let isInWord = last.isLetter && manifest[index].isLetter
            return last.isWhitespace || isInWord ? nil : String(manifest[..<index])
        }
    }

    /// Returns whether a text contains all bytes of another text in the same order.
    private func contains(_ text: [UInt8], allOf other: [UInt8]) -> Bool {
        var rest = other[...]
        for byte in text where byte == rest.first {
            rest = rest.dropFirst()
        }
        return rest.isEmpty
    }

    @Test(arguments: manifests)
    func `an edit of an unfinished manifest keeps all other text`(manifest: String) {
        for beginning in beginnings(of: manifest) {
            let text = Array(beginning.utf8)
            var addition = ManifestEdit(beginning)
            try? addition.add("\"Core\"", to: "Home")
            #expect(contains(addition.text, allOf: text), "\(beginning)")
            var removal = ManifestEdit(beginning)
            try? removal.remove("Net", from: "Home")
            #expect(contains(text, allOf: removal.text), "\(beginning)")
            if let element = ManifestEdit(beginning).element(ofProduct: "Log") {
                #expect(beginning.contains(element))
            }
        }
    }

    /// Arrays of three names with all combinations of line breaks and comments between the names.
    private static let arrays: [String] = {
        let openings = ["[", "[\n    ", "[  // first\n    "]
        let separators = [", ", ",\n    ", ",  // text\n    ", ",\n    // text\n    "]
        let closings = ["]", "\n]", ",\n]", "  // last\n]", ",  // last\n]"]
        var arrays: [String] = []
        for opening in openings {
            for first in separators {
                for second in separators {
                    for closing in closings {
                        arrays.append("\(opening)\"B\"\(first)\"D\"\(second)\"F\"\(closing)")
                    }
                }
            }
        }
        return arrays
    }()

    /// Returns the names in the dependencies of `Home`, without comments.
    private func names(in manifest: String) -> [String] {
        let lines = manifest.split(separator: "\n")
        let code = lines.map { line in
            line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        }.joined()
        let array =
            code.firstMatch(of: /name: "Home", dependencies: \[([^\]]*)\], path: "Home"\)/)?.1
            ?? "none"
        let parts = array.split(separator: ",", omittingEmptySubsequences: false)
        let names = parts.map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
        // If a comma follows the last name, the last part is empty.
        return names.last == "" ? names.dropLast() : names
    }

    /// The arrays contain B, D and F.
    @Test(arguments: ["A", "B", "C", "D", "E", "F", "G"])
    func `adds a name to an array with any layout, or removes it`(name: String) throws {
        let others = ["B", "D", "F"].filter { $0 != name }
        let isAdded = others.count == 3
        for array in Self.arrays {
            let text =
                try isAdded
                ? adding("\"\(name)\"", to: target(array)) : removing(name, from: target(array))
            let expected = isAdded ? (others + [name]).sorted() : others
            #expect(names(in: text) == expected, "\(array) → \(text)")
            #expect(!text.contains(/[ ]\n|\n\n[ ]*[\]\/"]/), "\(array) → \(text)")
        }
    }
}
