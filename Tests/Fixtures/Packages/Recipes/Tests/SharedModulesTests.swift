import Core
import Library
import Synchronization
import Testing

private final class RecordingAnalytics: Analytics {
    private let recorded = Mutex<[AnalyticsEvent]>([])
    var events: [AnalyticsEvent] { recorded.withLock { $0 } }
    func record(_ event: AnalyticsEvent) {
        recorded.withLock { $0.append(event) }
    }
}

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
}
