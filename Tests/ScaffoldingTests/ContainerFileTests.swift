import Scaffolding
import Testing

struct ContainerFileTests {
    private let text = """
        public import Core
        public import Injection
        public import NotesInterface

        /// class AppContainer: everything.
        public final class AppContainer: SharedContainer,
            HTTPProviding, NotesProviding
        {
            let manager = ContainerManager()
        }

        """

    @Test func `a protocol is added at the end of the list, and its module among the imports`() throws {
        var file = try ContainerFile(text)
        file.conform(to: "MusicProviding", importing: "MusicInterface")
        #expect(file.text.contains("    HTTPProviding, NotesProviding, MusicProviding\n{"))
        #expect(file.text.contains("import Injection\npublic import MusicInterface\npublic import NotesInterface\n"))
    }

    @Test func `what was added can be dropped, and the file is what it was`() throws {
        for (name, module) in [("AProviding", "AInterface"), ("ZProviding", "ZInterface")] {
            var file = try ContainerFile(text)
            file.conform(to: name, importing: module)
            file.conform(to: name, importing: module)
            file.drop(name, importOf: module)
            #expect(file.text == text)
        }
    }

    @Test func `a list of nothing but SharedContainer grows, and its import stays where others need it`() throws {
        let bare = "public import Injection\npublic final class AppContainer: SharedContainer {\n}\n"
        var file = try ContainerFile(bare)
        file.conform(to: "ClockProviding", importing: "Core")
        #expect(
            file.text
                == "public import Core\npublic import Injection\npublic final class AppContainer: SharedContainer, ClockProviding {\n}\n"
        )
        file.drop("ClockProviding", importOf: nil)
        #expect(file.text == "public import Core\n" + bare)
    }

    @Test func `the protocol of a service goes into an extension, and the last one takes the extension with it`() throws
    {
        var file = try ContainerFile(text)
        file.conformInExtension(to: "AProviding", importing: "Core")
        let one = file.text
        #expect(one.hasSuffix("}\n\n\(Self.explanation)\nextension AppContainer: AProviding {}\n"))
        for name in ["BProviding", "CProviding", "BProviding"] {
            file.conformInExtension(to: name, importing: "Core")
        }
        #expect(file.text.hasSuffix("\nextension AppContainer: AProviding, BProviding, CProviding {}\n"))
        for name in ["BProviding", "CProviding"] { file.drop(name, importOf: nil) }
        #expect(file.text == one)
        file.conformInExtension(to: "BProviding", importing: "Core")
        file.drop("AProviding", importOf: nil)
        #expect(file.text == one.replacing("AProviding", with: "BProviding"))
        file.drop("BProviding", importOf: nil)
        #expect(file.text == text)
    }

    private static let explanation =
        "/// The container protocols of services are `package`: the app, which has no package access, cannot resolve a service."

    @Test func `a service brings an import, and takes it away`() throws {
        let bare = "public import Injection\npublic final class AppContainer: SharedContainer {\n}\n"
        var file = try ContainerFile(bare)
        file.conformInExtension(to: "ClockProviding", importing: "Core")
        #expect(file.text.hasPrefix("import Core\npublic import Injection\n"))
        file.drop("ClockProviding", importOf: "Core")
        #expect(file.text == bare)
    }

    @Test(arguments: ["", "class Other: SharedContainer {}", "final class AppContainer {}"])
    func `a file without the class and its list is refused`(text: String) {
        #expect(throws: ScaffoldingError.self) { try ContainerFile(text) }
    }
}
