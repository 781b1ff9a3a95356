import Core
import LibraryInterface
import LibraryTesting
import LibraryViews
import Observation
import Synchronization
import Testing
import WebURLs

@MainActor
struct LinkListModelTests {
    private let model = LinkListModel(
        library: InMemoryLinkLibrary(
            [
                LinkDraft(url: "https://swift.org/", title: "Swift"),
                LinkDraft(url: "https://bread.example/"),
            ],
            onDraft: { $0.url == "no URL" ? .noScheme : nil }
        )
    )

    @Test(arguments: ["": 2, "swift": 1, "cheese": 0])
    func `shows the links that match the search`(search: String, count: Int) async {
        model.search = search
        await model.load()
        #expect(model.links.count == count)
    }

    @Test func `a canceled search changes nothing`() async {
        let task = Task { await model.load() }
        task.cancel()
        await task.value
        #expect(model.links.isEmpty)
    }

    @Test func `a new link is added only once, and at the top`() async {
        await model.load()
        for _ in 1...2 {
            await model.add("https://docs.swift.org/")
        }
        #expect(model.links.count == 3)
        #expect(model.links.first?.url == "https://docs.swift.org/")
    }

    @Test func `a removed link disappears from the list and the library`() async {
        await model.load()
        await model.remove([model.links[0]])
        #expect(model.links.count == 1)
        await model.load()
        #expect(model.links.count == 1)
    }

    @Test func `an invalid URL is reported until the next success`() async {
        await model.add("no URL")
        #expect(model.message == "“no URL” is not the URL of a page.")
        await model.add("https://docs.swift.org/")
        #expect(model.message == nil)
    }

    @Test func `a view that shows the links is notified of changes`() async {
        let changes = Mutex(0)
        withObservationTracking {
            _ = model.links
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        await model.load()
        #expect(changes.withLock { $0 } == 1)
    }
}
