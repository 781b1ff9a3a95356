import Core
import LibraryInterface

extension LinkTransaction {
    /// The links of those identities, each once, in that order, if all of them are there.
    func links(_ ids: [Link.ID]) throws -> [Link] {
        let ids = ids.withoutRepetitions
        return try ids.compactMap { try link(id: $0) }.complete(for: ids)
    }
}

extension [Link.ID] {
    /// The identities, each once, in the order in which they come first.
    var withoutRepetitions: [Link.ID] {
        var seen: Set<Link.ID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [Link] {
    /// The links, if they are all that were asked for.
    func complete(for ids: [Link.ID]) throws(LibraryError) -> [Link] {
        let missing = Set(ids).subtracting(map(\.id))
        guard missing.isEmpty else { throw .noSuchLinks(ids.filter(missing.contains)) }
        return self
    }
}
