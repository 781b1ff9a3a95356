import Injection
import InjectionTesting
import Testing

struct FeatureFlags: Sendable {
    var searchIgnoresCase = false
    var hasNotes = false
}

protocol LinkFinder: Sendable { func links(with text: String) -> [String] }
protocol LinkNotes: Sendable { func note(on link: String) -> String? }

extension AppContainer {
    /// The flags, which the program registers at its start.
    var flags: Factory<FeatureFlags> { self { FeatureFlags() }.cached }

    /// One of two implementations of a feature.
    var linkFinder: Factory<any LinkFinder> {
        self {
            if self.flags().searchIgnoresCase {
                CaselessLinkFinder(store: self.linkStore())
            } else {
                ExactLinkFinder(store: self.linkStore())
            }
        }
    }

    /// A feature that is nil while its flag is off.
    var linkNotes: Factory<(any LinkNotes)?> {
        self { self.flags().hasNotes ? EmptyLinkNotes() : nil }
    }
}

struct LinkMenu {
    @Injected(\AppContainer.linkNotes) private var notes
    var items: [String] { ["Open", "Remove"] + (notes == nil ? [] : ["Add note"]) }
}

struct ExactLinkFinder: LinkFinder {
    let store: any LinkStore
    func links(with text: String) -> [String] {
        store.links.filter { $0.contains(text) }
    }
}

struct CaselessLinkFinder: LinkFinder {
    let store: any LinkStore
    func links(with text: String) -> [String] {
        store.links.filter { $0.lowercased().contains(text.lowercased()) }
    }
}

struct EmptyLinkNotes: LinkNotes { func note(on link: String) -> String? { nil } }

// MARK: - Tests

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore("Swift.org") } })
struct FeatureFlagsTests {
    let container = AppContainer.shared

    @Test func `a flag selects the implementation`() {
        #expect(container.linkFinder().links(with: "swift").isEmpty)
        container.flags.register { FeatureFlags(searchIgnoresCase: true) }
        #expect(container.linkFinder().links(with: "swift") == ["Swift.org"])
    }

    @Test func `a feature whose flag is off is not offered`() {
        #expect(LinkMenu().items == ["Open", "Remove"])
        container.flags.register { FeatureFlags(hasNotes: true) }
        #expect(LinkMenu().items == ["Open", "Remove", "Add note"])
    }
}
