import Injection
import InjectionTesting
import Observation
import ProgramTesting
import Synchronization
import Testing

@Suite(.appContainer)
struct ObservingAnObjectTests {
    @MainActor @Test func `a change to the injected object is observed through the model`() {
        let model = ProgressModel()
        let changes = Mutex(0)
        let text = withObservationTracking {
            model.text
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        #expect(text == "0 of 10 read")
        AppContainer.shared.progress().finished = 3
        #expect(changes.withLock { $0 } == 1)
        #expect(model.text == "3 of 10 read")
    }
}

@Suite(.buildsPackages)
struct ObservingAnObjectTypeTests {
    @Test func `a missing ObservationIgnored causes the compile error on the page`()
        async throws
    {
        let whole = try ["Samples.swift", "Recipes/ObservingAnObject.swift"].map(sample).joined()
        let broken = try await typecheck(whole.replacing("@ObservationIgnored ", with: ""))
        let message = try #require(
            Page("Docs/Recipes/ObservingAnObject.md").blocks("text").first?.text
        )
        #expect(broken.errors.contains(message), "\(broken.errors)")
    }
}
