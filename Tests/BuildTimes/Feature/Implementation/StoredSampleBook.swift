package import BaseInterface
package import Core
package import PreviousInterface
package import SampleInterface

package actor StoredSampleBook: SampleBook {
    private let base: any BaseBook
    private let previous: any PreviousBook
    private let rules: SampleRules
    private var index = SampleIndex<SampleState, SampleEntry> { $0.state }

    package init(
        base: any BaseBook,
        previous: any PreviousBook,
        rules: SampleRules
    ) {
        self.base = base
        self.previous = previous
        self.rules = rules
    }

    package func add(_ draft: SampleDraft) async throws(SampleError) -> SampleEntry {
        let problems = rules.problems(of: draft)
        guard problems.isEmpty else { throw .rejected(problems) }
        if let id = draft.base { guard await base.contains(id) else { throw .unknownOrigin } }
        let entry = SampleEntry(id: index.nextID, rules.tidied(draft))
        index.insert(entry)
        return entry
    }

    package func entry(_ id: SampleEntry.ID) throws(SampleError) -> SampleEntry {
        guard let entry = index[id] else { throw .noSuchEntry(id) }
        return entry
    }

    package func entries(in state: SampleState) -> [SampleEntry] { index.elements(of: state) }

    package func contains(_ id: SampleEntry.ID) -> Bool { index[id] != nil }

    package func advance(_ id: SampleEntry.ID) throws(SampleError) -> SampleEntry {
        var entry = try entry(id)
        guard let next = rules.state(after: entry.state) else { throw .finished(id) }
        entry.state = next
        index.insert(entry)
        return entry
    }

    package func remove(_ id: SampleEntry.ID) throws(SampleError) -> SampleEntry {
        guard let entry = index.remove(id) else { throw .noSuchEntry(id) }
        return entry
    }

    package func total() async -> Amount {
        var total = Amount.zero
        for entry in index.all { total = total + entry.amount }
        total = total + (await previous.total())
        return total
    }

    package func archive() -> SampleArchive { SampleArchive(index.all) }
}
