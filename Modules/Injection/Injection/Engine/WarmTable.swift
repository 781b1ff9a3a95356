import Synchronization

/// The answers that a container gives without a lock, in front of its state, which is behind one.
///
/// They are found by the address of the factory's name, which is a literal. A name has several addresses where code is inlined into
/// other modules; each has a cell of its own. Cells are added under the lock of the state and are never removed, so
/// that there are at most as many as literals in the program. Only the answers in them come and go.
///
/// Tables are never freed either: the next container gets the table of one that is gone; see ``WarmAnswers``.
// Sendable because what others can see does not change, but for what is atomic in it, and is never freed.
@safe @usableFromInline package struct WarmTable: @unchecked Sendable {
    @safe private struct Content: ~Copyable {
        let index = unsafe Atomic<UnsafeMutablePointer<Index>?>(nil)
        /// Answers with this ticket, or an earlier one, are not valid.
        let limit = Atomic<UInt>(0)
    }

    private let content: UnsafeMutablePointer<Content>

    package init() {
        unsafe content = .allocate(capacity: 1)
        unsafe content.initialize(to: Content())
    }

    /// What a cell says, if that is valid.
    package func answer(in cell: WarmCell?) -> WarmCell.Answer? {
        unsafe cell?.answer(above: content.pointee.limit)
    }

    /// Makes all answers invalid that there are so far. The caller holds the lock of the state, and waits for readers before it lets
    /// go of anything.
    func invalidate(upTo number: UInt) {
        unsafe content.pointee.limit.store(WarmCell.lastTicket(of: number), ordering: .sequentiallyConsistent)
    }

    /// The cell of a factory with these literals; nil if there is none.
    func cell(for identity: FactoryIdentity) -> WarmCell? {
        guard let index = unsafe content.pointee.index.load(ordering: .acquiring) else { return nil }
        return unsafe index.pointee.cell(for: identity)
    }

    /// The cell of a factory with these literals, if its answer is for a scope and valid; the container remembers the scope then.
    @usableFromInline
    func cell(for identity: FactoryIdentity, with scope: ScopeChoice) -> WarmCell? {
        guard let cell = cell(for: identity), let answer = answer(in: cell), answer.scope == scope.mark else {
            return nil
        }
        return cell
    }

    /// Adds a cell for a factory whose literals have none. The caller holds the lock of the state.
    package func add(_ identity: FactoryIdentity) -> WarmCell {
        let cell = WarmCell(identity)
        let index = unsafe content.pointee.index.load(ordering: .relaxed)
        if let index = unsafe index, unsafe index.pointee.hasRoom {
            unsafe index.pointee.add(cell)
        } else {
            let larger = UnsafeMutablePointer<Index>.allocate(capacity: 1)
            unsafe larger.initialize(to: Index(from: index))
            unsafe larger.pointee.add(cell)
            unsafe content.pointee.index.store(larger, ordering: .releasing)
        }
        return cell
    }
}

/// A table, and what its container knows about it under the lock of the state.
///
/// A factory looks for answers in the table that it found in its container's manager. `ManagedContainer` cannot force a container to
/// have one manager all its life, so the manager may be gone by then. That is why a table outlives it, for another manager to use: the
/// factory finds no valid answer, or one for an equal identity, and so of the right type.
struct WarmAnswers {
    let table = WarmTable()
    /// The cells of each factory that there is an answer for, or was one.
    var cells: [FactoryKey: [WarmCell]] = [:]
    /// How many answers were published.
    var number: UInt = 0

    private static let spare = Locked<[WarmAnswers]>([])

    /// Returns a table without valid answers.
    static func take() -> WarmAnswers {
        spare.withLock { $0.popLast() } ?? WarmAnswers()
    }

    /// Keeps the table for the next container. The caller has made all answers invalid; it releases what they refer to after this.
    func giveBack() {
        if number > 0 { ThreadState.waitForReaders() }
        Self.spare.withLock { $0.append(self) }
    }
}

/// An open-addressed hash table of cells, at most half full.
@safe private struct Index: ~Copyable {
    private let slots: UnsafeMutablePointer<Atomic<WarmCell.Address?>>
    private let mask: Int
    // Atomic, as nothing here may change that is not while others look up a cell.
    private let count = Atomic(0)

    /// The smaller one that this has taken the place of, and in which others may still look up a cell: all together are no larger than
    /// the last.
    private let previous: UnsafeMutablePointer<Index>?

    /// A larger index with the same cells.
    init(from previous: UnsafeMutablePointer<Index>?) {
        let capacity = unsafe previous.map { unsafe ($0.pointee.mask + 1) * 2 } ?? 16
        mask = capacity - 1
        unsafe self.previous = unsafe previous
        unsafe slots = .allocate(capacity: capacity)
        for slot in 0..<capacity { unsafe (slots + slot).initialize(to: Atomic(nil)) }
        if let previous = unsafe previous {
            for cell in unsafe previous.pointee.cells { add(cell) }
        }
    }

    var hasRoom: Bool { count.load(ordering: .relaxed) * 2 <= mask }

    var cells: [WarmCell] {
        (0...mask).compactMap { unsafe slots[$0].load(ordering: .relaxed).map { unsafe WarmCell($0) } }
    }

    func cell(for identity: FactoryIdentity) -> WarmCell? {
        var slot = identity.literalHash & mask
        while let address = unsafe slots[slot].load(ordering: .acquiring) {
            let cell = unsafe WarmCell(address)
            if cell.identity.hasLiterals(of: identity) { return cell }
            slot = (slot + 1) & mask
        }
        return nil
    }

    func add(_ cell: WarmCell) {
        var slot = cell.identity.literalHash & mask
        while unsafe slots[slot].load(ordering: .relaxed) != nil { slot = (slot + 1) & mask }
        unsafe slots[slot].store(cell.address, ordering: .releasing)
        count.add(1, ordering: .relaxed)
    }
}
