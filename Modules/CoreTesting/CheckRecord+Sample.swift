public import Core
import Foundation

extension CheckRecord {
    /// Returns the record of a check on the given day of 2025, with a value for each property.
    public static func sample(_ link: Link.ID, _ verdict: Verdict = .ok, day: Int = 1)
        -> CheckRecord
    {
        CheckRecord(
            link: link,
            verdict: verdict,
            status: 200,
            location: "https://example.org/new",
            attempts: 3,
            milliseconds: 120,
            reason: "moved \"for good\"",
            checked: Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400),
            inspections: .contents
        )
    }
}
