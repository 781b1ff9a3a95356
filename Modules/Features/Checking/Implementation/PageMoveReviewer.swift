import AsyncStreams
package import CheckingInterface
package import Core
import Foundation
package import PagesInterface

/// A move reviewer that compares the new page of each link with the saved link.
package struct PageMoveReviewer: MoveReviewer {
    /// The maximum number of pages that are read at the same time.
    private static let concurrency = 8

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
        let moves = outcomes.compactMap { MoveInspection($0) }.filter { !$0.isSameAddress }
        var doubts: [Link.ID: String] = [:]
        // Neither the stream nor the closures throw an error. The stream contains all moves, so a
        // cancellation does not end it before the last one.
        try? await AsyncThrowingStream(moves).concurrentMap(
            limit: Self.concurrency,
            order: .completion
        ) { move in
            (move.link.id, await doubt(about: move, policy))
        } deliver: { link, doubt in
            doubts[link] = doubt
        }
        return doubts
    }

    private func doubt(about move: MoveInspection, _ policy: CheckPolicy) async -> String? {
        if let doubt = move.doubtAboutURL {
            return doubt
        }
        guard let url = URL(string: move.url), let name = url.httpHost,
            let response = try? await http.send(HostPolicy(name, policy).request(.get, url))
        else {
            return "the new page cannot be read"
        }
        guard (200...299).contains(response.status) else {
            return "the new page responds to GET with status \(response.status)"
        }
        return move.doubt(aboutTitle: pages.contents(of: response)?.page.title)
    }
}
