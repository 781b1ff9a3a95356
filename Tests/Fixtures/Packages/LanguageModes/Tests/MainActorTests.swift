import Bootstrap
import Injection
import InjectionTesting
import Testing

extension AppContainer {
    @MainActor var isolated: Factory<Int> {
        self { valueOfTheMainActor() }
    }

    nonisolated var assumed: Factory<Int> {
        self { MainActor.assumeIsolated { valueOfTheMainActor() } }
    }

    nonisolated var registered: Factory<Int> {
        self { 0 }
    }
}

@MainActor
private func valueOfTheMainActor() -> Int {
    MainActor.preconditionIsolated()
    return 1
}

@MainActor
private func registerOnTheMainActor() {
    AppContainer.shared.registered.register { valueOfTheMainActor() }
}

/// Tests where the closures of factories run. The compiler does not check this in all places.
@Suite(.appContainer { @MainActor in $0.registered.register { valueOfTheMainActor() } })
struct MainActorTests {
    @MainActor @Test func `closures run on the main actor for code on the main actor`() {
        #expect(AppContainer.shared.isolated() == 1)
        #expect(AppContainer.shared.assumed() == 1)
        #expect(AppContainer.shared.registered() == 1)
    }

    @Test nonisolated func `resolveOnMainActor runs each closure on the main actor`() async {
        let container = AppContainer.shared
        #expect(await container.isolated.resolveOnMainActor() == 1)
        #expect(await container.assumed.resolveOnMainActor() == 1)
        #expect(await container.registered.resolveOnMainActor() == 1)
    }

    @Test nonisolated func `await runs the getter, but not the closure, on the main actor`() async {
        await #expect(processExitsWith: .failure) {
            _ = await Task.detached { await AppContainer.shared.isolated() }.value
        }
    }

    @Test nonisolated func `a false assumption of the main actor stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = await Task.detached { AppContainer.shared.assumed() }.value
        }
    }

    @Test nonisolated func `a closure that the main actor registered can run on other threads`()
        async
    {
        await #expect(processExitsWith: .failure) {
            await registerOnTheMainActor()
            _ = await Task.detached { AppContainer.shared.registered() }.value
        }
    }
}
