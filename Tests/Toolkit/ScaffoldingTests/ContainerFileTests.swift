import Scaffolding
import Testing

struct ContainerFileTests {
    private static let text = """
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

    @Test
    func `adds a container protocol at the end of the list, and imports its module`() throws {
        var file = try ContainerFile(Self.text)
        file.conform(to: "MusicProviding", importing: "MusicInterface", isPublic: true)
        #expect(file.text.contains("    HTTPProviding, NotesProviding, MusicProviding\n{"))
        #expect(
            file.text.contains(
                "import Injection\npublic import MusicInterface\npublic import NotesInterface\n"
            )
        )
        var bare = try ContainerFile(
            "public import Injection\npublic final class AppContainer: SharedContainer {\n}\n"
        )
        bare.conform(to: "ClockProviding", importing: "Core", isPublic: true)
        #expect(bare.text.hasPrefix("public import Core\npublic import Injection\n"))
        #expect(bare.text.hasSuffix("AppContainer: SharedContainer, ClockProviding {\n}\n"))
    }

    @Test func `lists a container protocol once, and removing the protocol restores every byte`()
        throws
    {
        for (name, module) in [("AProviding", "AInterface"), ("ZProviding", "ZInterface")] {
            var file = try ContainerFile(Self.text)
            file.conform(to: name, importing: module, isPublic: true)
            file.conform(to: name, importing: module, isPublic: true)
            file.remove([name], imports: [module])
            #expect(file.text == Self.text)
        }
    }

    @Test func `removing a container protocol removes each import of its module`() throws {
        let imports = "import struct AInterface.Page\nimport AInterface\n"
        var file = try ContainerFile(imports + Self.text)
        file.conform(to: "AProviding", importing: "AInterface", isPublic: true)
        file.remove(["AProviding"], imports: ["AInterface"])
        #expect(file.text == Self.text)
    }

    @Test
    func
        `an extension lists the container protocols of services, and is removed with the last of them`()
        throws
    {
        var file = try ContainerFile(Self.text)
        file.conform(to: "AProviding", importing: "Clock", isPublic: false)
        let one = file.text
        #expect(one.hasPrefix("import Clock\npublic import Core\n"))
        #expect(one.hasSuffix("cannot resolve a service.\nextension AppContainer: AProviding {}\n"))
        for name in ["BProviding", "CProviding", "BProviding"] {
            file.conform(to: name, importing: "Clock", isPublic: false)
        }
        #expect(
            file.text.hasSuffix("\nextension AppContainer: AProviding, BProviding, CProviding {}\n")
        )
        for name in ["BProviding", "CProviding"] {
            file.remove([name], imports: [])
        }
        #expect(file.text == one)
        file.conform(to: "BProviding", importing: "Clock", isPublic: false)
        file.remove(["AProviding"], imports: [])
        #expect(file.text == one.replacing("AProviding", with: "BProviding"))
        file.remove(["BProviding"], imports: ["Clock"])
        #expect(file.text == Self.text)
    }

    @Test(arguments: [
        "", "class Other: SharedContainer {}", "final class AppContainer {}",
        "final class AppContainer: {}",
    ])
    func `refuses a file without a container class that lists protocols`(text: String) throws {
        let message = try errorMessage { try ContainerFile(text) }
        let reason = "it does not declare the class 'AppContainer' with a list of protocols"
        let remedy =
            "declare 'public final class AppContainer: SharedContainer, … {'; nothing was changed"
        #expect(message == "Modules/Bootstrap/AppContainer.swift: \(reason); \(remedy)")
    }
}
