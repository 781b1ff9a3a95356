import CheckingInterface
import Core
import Foundation
import Testing

struct SessionRequestTests {
    @Test func `a request is urgent if it does more than extend claims`() {
        let unchanged = SessionRequest(position: 7)
        #expect(!unchanged.isUrgent)

        var saving = unchanged
        saving.records = [
            CheckRecord(
                link: 1,
                verdict: .ok,
                attempts: 1,
                milliseconds: 1,
                checked: .distantPast
            )
        ]
        #expect(saving.isUrgent)

        var releasing = unchanged
        releasing.releasedHosts = ["a.example": .zero]
        #expect(releasing.isUrgent)

        var releasingLinks = unchanged
        releasingLinks.releasedLinks = ["a.example"]
        #expect(releasingLinks.isUrgent)

        var claiming = unchanged
        claiming.hosts = ["a.example"]
        #expect(claiming.isUrgent)
    }
}
