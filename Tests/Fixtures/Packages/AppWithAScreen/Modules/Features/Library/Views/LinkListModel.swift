public import Core
public import LibraryInterface
public import Observation
import SearchText

/// The state of a list of links, independent of SwiftUI.
@MainActor @Observable
public final class LinkListModel {
    public private(set) var links: [Link] = []
    /// The last error, for the user.
    public private(set) var message: String?
    public var search = ""

    private let library: any LinkLibrary

    public init(library: any LinkLibrary) {
        self.library = library
    }

    /// Searches the library. If another search cancels the task, nothing changes.
    public func load() async {
        await reportErrors {
            let found = try await library.links(
                matching: LinkQuery(terms: SearchTerms(search))
            )
            if !Task.isCancelled {
                links = found
            }
        }
    }
}

extension LinkListModel {
    public func add(_ url: String) async {
        await reportErrors {
            let addition = try await library.add(LinkDraft(url: url), fetching: false)
            if addition.isNew {
                links.insert(addition.link, at: 0)
            }
        }
    }

    public func remove(_ removed: [Link]) async {
        await reportErrors {
            _ = try await library.remove(removed.map(\.id))
            links.removeAll { removed.contains($0) }
        }
    }

    private func reportErrors(_ work: () async throws -> Void) async {
        message = nil
        do {
            try await work()
        } catch LibraryError.invalidURL(let text, _) {
            message = "“\(text)” is not the URL of a page."
        } catch {
            message = "The library cannot be used: \(error)."
        }
    }
}
