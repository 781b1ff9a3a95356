import Injection
import InjectionTesting
import ProgramTesting
import Testing

// The interfaces of two features
protocol LinkCounter: Sendable { var count: Int { get } }
protocol LinkPrinter: Sendable { var text: String { get } }
protocol CountingProviding: SharedContainer { var linkCounter: Factory<any LinkCounter> { get } }
protocol PrintingProviding: SharedContainer { var linkPrinter: Factory<any LinkPrinter> { get } }
protocol StoreRegistering: SharedContainer { var links: Factory<any LinkStore> { get } }

// Wiring: the registration of a feature, for every container with a store
extension CountingProviding where Self: StoreRegistering {
    var linkCounter: Factory<any LinkCounter> {
        self { StoredLinkCounter(store: self.links()) }.cached
    }
}

extension PrintingProviding where Self: StoreRegistering {
    var linkPrinter: Factory<any LinkPrinter> {
        self { StoredLinkPrinter(store: self.links()) }.cached
    }
}

// The first app: all features, and a store in a file
final class DesktopContainer: StoreRegistering, CountingProviding, PrintingProviding {
    @TaskLocal static var shared = DesktopContainer()
    let manager = ContainerManager()
    var links: Factory<any LinkStore> { self { FileLinkStore(path: "links.db") }.cached }
}

// The second app: one feature, and another store
final class KioskContainer: StoreRegistering, CountingProviding {
    @TaskLocal static var shared = KioskContainer()
    let manager = ContainerManager()
    var links: Factory<any LinkStore> { self { InMemoryLinkStore("swift.org") }.cached }
}

struct StoredLinkCounter: LinkCounter {
    let store: any LinkStore
    var count: Int { store.links.count }
}

struct StoredLinkPrinter: LinkPrinter {
    let store: any LinkStore
    var text: String { store.links.joined(separator: "\n") }
}

// MARK: - Tests

struct SecondAppTests {
    @Test func `two apps share the registration of a feature, but not its instances`() {
        let desktop = DesktopContainer()
        let kiosk = KioskContainer()
        #expect(desktop.linkCounter().count == 0)
        #expect(kiosk.linkCounter().count == 1)
        kiosk.links().add("docs.swift.org")
        #expect(kiosk.linkCounter().count == 2)
        desktop.links.register { InMemoryLinkStore("forums.swift.org") }
        #expect(desktop.linkPrinter().text == "forums.swift.org")
    }
}

@Suite(.buildsPackages)
struct SecondAppTypeTests {
    @Test func `an app cannot resolve a feature that it does not contain`() async throws {
        let whole = try ["Samples.swift", "Recipes/SecondApp.swift"].map(sample).joined()
        let valid = try await typecheck(whole)
        #expect(valid.code == 0, "\(valid.errors)")
        let broken = try await typecheck(
            whole + "func text(of kiosk: KioskContainer) -> String { kiosk.linkPrinter().text }\n"
        )
        #expect(
            broken.errors.contains(
                "error: value of type 'KioskContainer' has no member 'linkPrinter'"
            ),
            "\(broken.errors)"
        )
    }
}
