import Core
import CountingInterface
import Injection
import Kiosk
import SearchInterface
import Testing
import Wiring

private final class DesktopContainer: StoreRegistering, CountingProviding, SearchProviding {
    @TaskLocal static var shared = DesktopContainer()
    let manager = ContainerManager()

    var links: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached }
}

struct SecondAppTests {
    @Test func `two apps share the definition of a feature, but not its instances`() {
        let desktop = DesktopContainer()
        let kiosk = KioskContainer()
        #expect(desktop.linkCounter().count == 0)
        #expect(kiosk.linkCounter().count == 1)
        kiosk.links().add("docs.swift.org")
        #expect(kiosk.linkCounter().count == 2)
        desktop.links.register { InMemoryLinkStore("forums.swift.org") }
        #expect(desktop.linkSearch().links(with: "forums") == ["forums.swift.org"])
    }
}
