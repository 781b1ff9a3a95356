public import Core
import Foundation

/// A store of links that ends with the process; what `LinkStore` promises, without a file.
public actor InMemoryLinkStore: LinkStore {
    private var contents: Contents

    /// Makes a store that holds `links`, whose identities and addresses must differ.
    public init(_ links: [Link] = []) {
        contents = Contents(
            links: Dictionary(uniqueKeysWithValues: links.map { ($0.id, $0) }), lastID: links.map(\.id).max() ?? 0)
    }

    /// The links that match, in the order asked for.
    public func links(matching query: LinkQuery) -> [Link] {
        let found = contents.links.values.filter { query.matches($0) }
        return Array(found.sorted(by: query.precedes).prefix(query.limit ?? .max))
    }

    /// The links of those identities that are there, in that order.
    public func links(_ ids: [Link.ID]) -> [Link] { ids.compactMap { contents.links[$0] } }

    /// Runs `body` on a copy, and keeps the copy unless it throws.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) throws -> Result {
        let transaction = Transaction(contents)
        let result = try body(transaction)
        contents = transaction.contents
        return result
    }

    private struct Contents {
        var links: [Link.ID: Link]
        var lastID: Link.ID
    }

    private final class Transaction: LinkTransaction {
        var contents: Contents

        init(_ contents: Contents) { self.contents = contents }

        func link(id: Link.ID) -> Link? { contents.links[id] }

        func link(url: String) -> Link? { contents.links.values.first { $0.url == url } }

        func insert(_ draft: LinkDraft) throws -> Link {
            guard link(url: draft.url) == nil else {
                throw StoreError.failed(path: "memory", reason: "the address \(draft.url) is there already")
            }
            contents.lastID += 1
            let added = (draft.added ?? .now).wholeSeconds
            let link = Link(
                id: contents.lastID, draft, added: added, updated: draft.updated?.wholeSeconds ?? added)
            contents.links[link.id] = link
            return link
        }

        func update(_ link: Link) {
            guard contents.links[link.id] != nil else { return }
            contents.links[link.id] = link
        }

        func remove(id: Link.ID) { contents.links[id] = nil }
    }
}
