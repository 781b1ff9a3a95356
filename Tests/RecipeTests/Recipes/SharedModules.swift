import Injection
import InjectionTesting
import Synchronization
import Testing

// Modules/Libraries/DesignSystem: a library of values and views. Features import it; nothing is
// injected
public enum Spacing {
    public static let small = 4.0
    public static let large = 16.0
}

// Core: the role of analytics, which has effects and is replaced in tests
struct AnalyticsEvent: Hashable, Sendable {
    let name: String
    var details: [String: String] = [:]
}

protocol Analytics: Sendable { func record(_ event: AnalyticsEvent) }

protocol AnalyticsProviding: SharedContainer { var analytics: Factory<any Analytics> { get } }

// A feature: its events, and a type that receives the role in `init`
extension AnalyticsEvent {
    fileprivate static func linkOpened(host: String) -> Self {
        Self(name: "link opened", details: ["host": host])
    }
}

struct LinkOpener {
    let analytics: any Analytics
    func open(_ host: String) {
        analytics.record(.linkOpened(host: host))
    }
}

// Bootstrap: one instance for all features
extension AppContainer: AnalyticsProviding {
    var analytics: Factory<any Analytics> { self { PrintingAnalytics() }.cached }
    var linkOpener: Factory<LinkOpener> { self { LinkOpener(analytics: self.analytics()) } }
}

struct PrintingAnalytics: Analytics {
    func record(_ event: AnalyticsEvent) {
        print(event.name, event.details)
    }
}

// MARK: - Tests

final class RecordingAnalytics: Analytics {
    private let recorded = Mutex<[AnalyticsEvent]>([])
    var events: [AnalyticsEvent] { recorded.withLock { $0 } }
    func record(_ event: AnalyticsEvent) {
        recorded.withLock { $0.append(event) }
    }
}

@Suite(.appContainer)
struct SharedModulesTests {
    @Test func `a feature records its events`() {
        let analytics = RecordingAnalytics()
        LinkOpener(analytics: analytics).open("swift.org")
        #expect(
            analytics.events == [
                AnalyticsEvent(name: "link opened", details: ["host": "swift.org"])
            ]
        )
    }

    @Test func `all features share the registered instance`() {
        let analytics = RecordingAnalytics()
        AppContainer.shared.analytics.register { analytics }
        for host in ["swift.org", "docs.swift.org"] {
            AppContainer.shared.linkOpener().open(host)
        }
        #expect(analytics.events.count == 2)
    }
}
