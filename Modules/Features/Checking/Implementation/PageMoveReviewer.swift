import AsyncStreams
package import CheckingInterface
package import Core
import Foundation
package import PagesInterface

/// A move reviewer that compares the new page of each link with the saved link.
package struct PageMoveReviewer: MoveReviewer {
    /// The maximum number of pages that are read at the same time.
    private static let concurrency = 8
    /// The maximum number of bytes to read from a page.
    private static let pageLimit = 1 << 20

    private let http: any HTTPClient
    private let pages: any PageParser

    /// Creates a reviewer.
    ///
    /// - Parameter http: The client that sends the requests. It should limit their rate.
    package init(http: any HTTPClient, pages: any PageParser) {
        self.http = http
        self.pages = pages
    }

    package func doubts(
        about outcomes: [CheckOutcome],
        policy: CheckPolicy
    ) async -> [Link.ID: String] {
        let moves = outcomes.compactMap { MoveInspection($0) }
        var policies = HostPolicies(policy)
        var doubts: [Link.ID: String] = [:]
        var unread: [(MoveInspection, HTTPRequest)] = []
        let titles = Dictionary(grouping: moves, by: \.url).mapValues { moves in
            Set(moves.compactMap { $0.link.title?.lowercased() })
        }
        for move in moves where !move.isSameAddress {
            if let doubt = move.doubtAboutURL {
                doubts[move.link.id] = doubt
            } else if let count = titles[move.url]?.count, count > 1 {
                doubts[move.link.id] = "links with \(count) different titles have moved there"
            } else if let request = request(for: move, &policies) {
                unread.append((move, request))
            } else {
                doubts[move.link.id] = "the new URL cannot be requested"
            }
        }
        return doubts.merging(await readPages(of: unread)) { $1 }
    }

    private func request(for move: MoveInspection, _ policies: inout HostPolicies) -> HTTPRequest? {
        guard let url = URL(string: move.url), let host = policies.policy(for: move.url) else {
            return nil
        }
        var headers = LinkCheck.headers
        for (name, value) in host.headers {
            headers[name] = value
        }
        return HTTPRequest(
            .get,
            url,
            headers: headers,
            timeout: host.timeout,
            bodyLimit: Self.pageLimit
        )
    }

    /// Returns the doubts about moves whose URLs are plausible.
    private func readPages(
        of moves: [(MoveInspection, HTTPRequest)]
    ) async -> [Link.ID: String] {
        var doubts: [Link.ID: String] = [:]
        // Neither the stream nor the closures throw an error.
        try? await AsyncThrowingStream(moves).concurrentMap(
            limit: Self.concurrency,
            order: .completion
        ) { move, request in
            (move.link.id, await doubt(about: move, request))
        } deliver: { link, doubt in
            doubts[link] = doubt
        }
        return doubts
    }

    private func doubt(about move: MoveInspection, _ request: HTTPRequest) async -> String? {
        guard let response = try? await http.send(request) else {
            return "the new page cannot be read"
        }
        guard (200...299).contains(response.status) else {
            return "the new page responds to GET with status \(response.status)"
        }
        return move.doubt(about: pages.contents(of: response))
    }
}
