import AsyncStreams
package import CheckingInterface
package import Core
import Foundation
import Synchronization

/// The Wayback Machine of the Internet Archive, accessed through its availability API
/// (https://archive.org/help/wayback_api.php).
package struct WaybackMachine: ArchivedCopyFinder {
    private struct Answer: Decodable {
        struct Snapshots: Decodable {
            var closest: Snapshot?
        }

        struct Snapshot: Decodable {
            var available: Bool
            var url: String
        }

        var archived_snapshots: Snapshots
    }

    private static let api = "https://archive.org/wayback/available"
    /// The maximum number of copies that are looked up at the same time.
    private static let concurrency = 8

    private let http: any HTTPClient

    /// Creates a client for the Wayback Machine.
    ///
    /// - Parameter http: The client that sends the requests. It should limit their rate.
    package init(http: any HTTPClient) {
        self.http = http
    }

    package func findArchivedCopies(
        for outcomes: AsyncThrowingStream<CheckOutcome, any Error>,
        report: (CheckOutcome, _ copy: Result<String?, ArchiveError>?) throws -> Void
    ) async throws {
        let hasFailed = Atomic(false)
        try await outcomes.concurrentMap(limit: Self.concurrency, order: .completion) {
            outcome -> (CheckOutcome, Result<String?, ArchiveError>?) in
            guard outcome.record?.verdict == .dead, !hasFailed.load(ordering: .relaxed) else {
                return (outcome, nil)
            }
            do throws(ArchiveError) {
                return (outcome, .success(try await archivedCopy(of: outcome.link)))
            } catch {
                let isFirst =
                    error.reason != .canceled && !hasFailed.exchange(true, ordering: .relaxed)
                return (outcome, isFirst ? .failure(error) : nil)
            }
        } deliver: { outcome, copy in
            try report(outcome, copy)
        }
    }

    package func archivedCopy(of link: Link) async throws(ArchiveError) -> String? {
        guard URL(string: link.url)?.httpHost != nil else {
            return nil
        }
        do {
            return try await newestSnapshot(of: link.url)
        } catch {
            throw ArchiveError(error)
        }
    }

    private func newestSnapshot(of url: String) async throws(HTTPError) -> String? {
        // If the query contains no timestamp, the snapshot that the API calls the closest is the
        // newest one. `URLQueryItem` is not used, because it would not encode plus signs in the URL
        // of the page.
        let encoded = url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? url
        guard let request = URL(string: "\(Self.api)?url=\(encoded)") else {
            throw .unsupportedURL(url)
        }
        let response = try await http.send(HTTPRequest(.get, request))
        guard response.status == 200 else {
            throw .malformedResponse(reason: "status \(response.status)")
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body) else {
            throw .malformedResponse(reason: "not the JSON of the availability API")
        }
        guard let snapshot = answer.archived_snapshots.closest, snapshot.available else {
            return nil
        }
        // The API returns http URLs, which the archive redirects to https.
        return snapshot.url.replacing(
            /^http:\/\/web\.archive\.org\//,
            with: "https://web.archive.org/"
        )
    }
}
