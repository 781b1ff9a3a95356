import Core
import CountingInterface
import Desktop
import Injection
import Kiosk
import SearchInterface
import Testing
import Wiring

struct SecondAppTests {
    @Test func `two apps share the registration of a feature, but not its instances`() {
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
