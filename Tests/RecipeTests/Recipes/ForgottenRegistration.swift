public import Injection

// In the interface of the feature: what it promises, and what a container has to provide
public protocol LinkSearch: Sendable {
    func links(with word: String) -> [String]
}

public protocol SearchProviding: SharedContainer {
    var linkSearch: Factory<any LinkSearch> { get }
}

// In Bootstrap: the list of all promises
final class ShelfContainer: SharedContainer, SearchProviding {
    @TaskLocal static var shared = ShelfContainer()
    let manager = ContainerManager()
}

extension ShelfContainer {
    var linkSearch: Factory<any LinkSearch> { self { ScanningLinkSearch(links: ["swift.org"]) } }
}

struct ScanningLinkSearch: LinkSearch {
    let links: [String]

    func links(with word: String) -> [String] { links.filter { $0.contains(word) } }
}

// Where it is used
struct SearchCommand {
    @Injected(\ShelfContainer.linkSearch) private var search

    func run(_ word: String) -> String { search.links(with: word).joined(separator: "\n") }
}
