import Bootstrap
import Injection
import InjectionTesting
import Testing

extension AppContainer {
    nonisolated var isolated: MainActorFactory<Int> {
        self { valueOfTheMainActor() }
    }

    nonisolated var assumed: Factory<Int> {
        self { MainActor.assumeIsolated { valueOfTheMainActor() } }
    }

    nonisolated var registered: MainActorFactory<Int> {
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

/// Tests where the closures of factories run.
@Suite(.appContainer { @MainActor in $0.registered.register { valueOfTheMainActor() } })
struct MainActorTests {
    @MainActor @Test func `closures run on the main actor for code on the main actor`() {
        #expect(AppContainer.shared.isolated() == 1)
        #expect(AppContainer.shared.assumed() == 1)
        #expect(AppContainer.shared.registered() == 1)
    }

    @Test nonisolated func `closures run on the main actor for other code`() async {
        let container = AppContainer.shared
        await registerOnTheMainActor()
        let values = await Task.detached {
            [
                await container.isolated(),
                await container.registered(),
                await container.assumed.resolveOnMainActor(),
            ]
        }.value
        #expect(values == [1, 1, 1])
    }

    @Test nonisolated func `a false assumption of the main actor stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = await Task.detached { AppContainer.shared.assumed() }.value
        }
    }
}
