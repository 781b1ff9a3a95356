import Core
import Foundation

extension CheckRecord {
    /// Returns whether the record can be reported instead of checking the link again. The record
    /// must be recent enough, and the link must not have changed since the check that the record
    /// describes.
    func isValid(for link: Link, maxAge: Duration, now: Date) -> Bool {
        let age = now.wholeSeconds.duration(since: checked)
        return (.zero...maxAge).contains(age) && checked >= link.updated.wholeSeconds
    }
}
