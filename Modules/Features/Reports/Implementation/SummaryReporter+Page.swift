import CheckingInterface
import Core
import Injection
import LibraryInterface
package import ReportsInterface

extension SummaryReporter {
    package func writePage(_ write: @Sendable (String) throws -> Void) async throws {
        let links = try await library.links(matching: LinkQuery())
        let records = try await checker.latest()
        let page = ReportPage(
            summary: summary(of: links, records), records: records, moment: clock.now, nonce: Self.nonce())
        try page.write(links, to: write)
    }

    /// 128 bits of chance in the letters that a policy allows.
    private static func nonce() -> String {
        let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        return digits.joined()
    }
}
