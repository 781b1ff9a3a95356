import Injection
import InjectionRegistry
import Testing

private struct MarkdownFormat: LinkFormat {
    func text(of links: [String]) -> String {
        links.map { "- <\($0)>" }.joined(separator: "\n")
    }
}

/// Several implementations of a type, found by name: a module's list of registrations.
private let formats = Registrations {
    Shared(named: "text") { PlainFormat() as any LinkFormat }
    Shared(named: "markdown") { MarkdownFormat() as any LinkFormat }
}

struct ResolvingByTypeTests {
    private let links = ["swift.org", "forums.swift.org"]

    @Test func `a property is resolved by its type, and is nil if the type is not registered`() {
        let container = FormatContainer()
        #expect(
            FormatContainer.$shared.withValue(container) { CopyCommand().run(links) }
                == "no format is installed"
        )
        container.register((any LinkFormat).self) { PlainFormat() }
        #expect(
            FormatContainer.$shared.withValue(container) { CopyCommand().run(links) }
                == links.joined(separator: "\n")
        )
    }

    @Test func `a type must be registered as it is resolved, and the last registration is used`() {
        let container = FormatContainer()
        container.register { PlainFormat() }
        #expect(container.resolve((any LinkFormat).self) == nil)
        container.register((any LinkFormat).self) { PlainFormat() }
        container.register((any LinkFormat).self) { MarkdownFormat() }
        #expect(container.resolve((any LinkFormat).self) is MarkdownFormat)
    }

    @Test func `a registry finds a plug-in by name`() throws {
        let registry = Registry { formats }
        let format = try registry.resolve((any LinkFormat).self, named: "markdown")
        #expect(format.text(of: links) == "- <swift.org>\n- <forums.swift.org>")
        #expect(throws: ResolutionError.self) {
            try registry.resolve((any LinkFormat).self, named: "pdf")
        }
    }
}
