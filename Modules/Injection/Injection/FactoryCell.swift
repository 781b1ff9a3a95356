public import Synchronization

/// The cell of one factory in its container, which a definition reads without a lock.
///
/// The name and file of a definition are literals, so ``FactoryCells`` finds its cell by their addresses. A scope in the definition selects another cell of
/// the same factory. A factory value consists of its owner, its cell and its closure.
///
/// Cells are created under the lock of the manager, live as long as the manager, and do not move. A factory value retains the manager, and so its cell.
// Sendable because only the atomic members change.
@safe @usableFromInline package struct FactoryCell: @unchecked Sendable {
    @usableFromInline typealias Address = UnsafeMutablePointer<Content>

    @safe @usableFromInline struct Content: ~Copyable {
        @usableFromInline let published: PublishedReference
        /// The mark of the scope that the container remembers, in the first cell; see ``ScopeChoice/mark``.
        @usableFromInline let rememberedScope: Atomic<UInt>
        /// The mark of the scope in the definition, or 0.
        @usableFromInline let scopeMark: UInt
        /// The next cell of the factory, for another scope.
        @usableFromInline let next: Atomic<Address?>
        @usableFromInline let definition: DefinitionAddress
        /// The first cell of the factory; nil if this is the first. In the table, a cell with a head is an alias of it.
        @usableFromInline let head: Address?
        @usableFromInline let unownedKey: Unmanaged<FactoryKey>
        let key: FactoryKey
        unowned(unsafe) let manager: ContainerManager
        let number: Int
        let scope: ScopeChoice?
    }

    @usableFromInline let address: Address

    @inlinable init(address: Address) { unsafe self.address = unsafe address }

    var key: FactoryKey { unsafe address.pointee.key }
    @usableFromInline var manager: ContainerManager { unsafe address.pointee.manager }
    var number: Int { unsafe address.pointee.number }
    var scope: ScopeChoice? { unsafe address.pointee.scope }
    @inlinable var head: FactoryCell { unsafe FactoryCell(address: address.pointee.head ?? address) }

    @inlinable var next: FactoryCell? {
        unsafe address.pointee.next.load(ordering: .acquiring).map { unsafe FactoryCell(address: $0) }
    }

    var all: some Sequence<FactoryCell> { sequence(first: head) { $0.next } }

    /// The cell of the factory for a scope, if there is one.
    @inlinable func cell(for mark: UInt) -> FactoryCell? {
        var cell = head
        while unsafe cell.address.pointee.scopeMark != mark {
            guard let next = cell.next else { return nil }
            cell = next
        }
        return cell
    }

    @inlinable var rememberedScope: UInt {
        get { unsafe head.address.pointee.rememberedScope.load(ordering: .relaxed) }
        nonmutating set { unsafe head.address.pointee.rememberedScope.store(newValue, ordering: .relaxed) }
    }

    /// Begins to read the published reference.
    @usableFromInline func read() -> ReadSection {
        let thread = ThreadState.current
        var section = unsafe address.pointee.published.read(on: thread)
        if section.kind.isDirect, !thread.isTracing { return section }
        // Without another singleton scope, which is created before its singletons are published, this one is the task's.
        if section.kind == .singleton, Scope.Singleton.isAlone.load(ordering: .relaxed) {
            section = section.withObject(SingletonReference.self) { $0.published.load(on: thread) }
            if section.kind.isDirect, !thread.isTracing { return section }
        }
        return readIndirectly(section)
    }

    /// Continues to read a singleton, or an empty cell, for which it publishes the closure. Returns an empty section on a thread that traces.
    @inline(never)
    private func readIndirectly(_ section: ReadSection) -> ReadSection {
        var section = section
        let thread = section.thread
        if thread.isTracing { return section.abandoned() }
        if section.kind == .none, manager.publishClosure(in: self) {
            section = unsafe address.pointee.published.read(on: thread)
        }
        if section.kind != .singleton { return section }
        return section.withObject(SingletonReference.self) { singleton in
            // An explicit scope is the same for all tasks.
            if unsafe address.pointee.scopeMark > ScopeChoice.singleton.mark || singleton.isCurrent {
                return singleton.published.load(on: thread)
            }
            return section.abandoned()
        }
    }

    /// Whether the cell is empty or refers to a released singleton. The caller holds the lock of the manager.
    var acceptsPublication: Bool {
        unsafe address.pointee.published.object(as: SingletonReference.self, if: .singleton).map(\.isEmpty)
            ?? (address.pointee.published.kind == .none)
    }

    /// Publishes an object and returns the previous one, for the caller to release after a grace period. The caller holds the lock of the manager.
    func publish(_ kind: PublishedReference.Kind, _ object: AnyObject? = nil) -> AnyObject? {
        unsafe address.pointee.published.replace(with: kind, object)
    }

    @inlinable
    func run<T>(on thread: ThreadState, _ make: () -> T) -> T {
        // The key lives as long as the cell.
        unsafe thread.run(ThreadState.Link(address.pointee.unownedKey, nil), make)
    }
}

/// A cell, and the modifiers that change neither the cell nor the container but the factory value, in one word.
@safe @usableFromInline struct FlaggedCell {
    /// In the three low bits, which are 0 in the address of every cell.
    @usableFromInline enum Flag: UInt {
        /// The value was returned by `register`, so modifiers apply to the registration.
        case registration = 1
        /// The previous modifiers are defaults; see ``FactoryModifying/once()``.
        case once = 2
        /// Each parameter has an instance; see ``FactoryModifying/scopeOnParameters``.
        case parameters = 4
    }

    @usableFromInline var word: UInt

    @inlinable init(_ cell: FactoryCell) { word = unsafe UInt(bitPattern: cell.address) }

    @inlinable var cell: FactoryCell {
        get { unsafe FactoryCell(address: UnsafeMutablePointer(bitPattern: word & ~7).unsafelyUnwrapped) }
        set { word = unsafe UInt(bitPattern: newValue.address) | word & 7 }
    }

    @inlinable func has(_ flag: Flag) -> Bool { word & flag.rawValue != 0 }
    @inlinable mutating func set(_ flag: Flag) { word |= flag.rawValue }
}

/// The cells of a container, in a hash table that is read without a lock. Inlining into other modules duplicates literals; each duplicate has an entry that
/// refers to the first cell. Cells are added under the lock of the manager. When the table is half full, a larger one replaces it. Previous tables are kept for
/// their readers; together they are smaller than the current one.
// Sendable because its members are atomic, and a table's slots too; the rest of a table never changes.
@safe struct FactoryCells: ~Copyable, @unchecked Sendable {
    @safe private struct Table: ~Copyable {
        let mask: Int
        let slots: UnsafeMutablePointer<Atomic<FactoryCell.Address?>>
        let previous: UnsafeMutablePointer<Table>?

        init(replacing previous: UnsafeMutablePointer<Table>?) {
            let capacity = unsafe previous.map { unsafe ($0.pointee.mask + 1) * 4 } ?? 16
            mask = capacity - 1
            unsafe slots = .allocate(capacity: capacity)
            unsafe self.previous = unsafe previous
            for slot in 0..<capacity { unsafe (slots + slot).initialize(to: Atomic(nil)) }
            guard let previous = unsafe previous else { return }
            for slot in 0...(unsafe previous.pointee.mask) {
                if let cell = unsafe previous.pointee.slots[slot].load(ordering: .relaxed) { unsafe insert(cell) }
            }
        }

        deinit {
            unsafe slots.deallocate()
            unsafe previous?.deinitialize(count: 1).deallocate()
        }

        /// Returns the cell of a definition, or nil and the empty slot where the search for it ends.
        @inline(__always)
        func find(_ definition: DefinitionAddress) -> (cell: FactoryCell.Address?, slot: Int) {
            var slot = definition.hash & mask
            while let cell = unsafe slots[slot].load(ordering: .acquiring) {
                if unsafe cell.pointee.definition == definition { return unsafe (cell, slot) }
                slot = (slot &+ 1) & mask
            }
            return (nil, slot)
        }

        func insert(_ cell: FactoryCell.Address) {
            unsafe slots[find(cell.pointee.definition).slot].store(cell, ordering: .releasing)
        }
    }

    private let table = unsafe Atomic<UnsafeMutablePointer<Table>?>(nil)
    // Only used under the lock. Atomic because the structure is a constant.
    private let count = Atomic(0)

    deinit {
        guard let table = unsafe table.load(ordering: .relaxed) else { return }
        for slot in 0...(unsafe table.pointee.mask) {
            // A factory with the cells for its scopes, or an alias.
            var next = unsafe table.pointee.slots[slot].load(ordering: .relaxed)
            while let cell = unsafe next {
                unsafe next = unsafe cell.pointee.next.load(ordering: .relaxed)
                unsafe cell.deinitialize(count: 1).deallocate()
            }
        }
        unsafe table.deinitialize(count: 1).deallocate()
    }

    @inline(__always)
    func first(for definition: DefinitionAddress) -> FactoryCell? {
        guard let table = unsafe table.load(ordering: .acquiring), let cell = unsafe table.pointee.find(definition).cell
        else { return nil }
        return unsafe FactoryCell(address: cell).head
    }

    /// Adds an entry for the literals of a cell. The caller holds the lock of the manager.
    func insert(_ cell: FactoryCell) {
        let number = count.add(1, ordering: .relaxed).oldValue
        let current = unsafe table.load(ordering: .relaxed)
        if let table = unsafe current, unsafe number * 2 <= table.pointee.mask {
            return unsafe table.pointee.insert(cell.address)
        }
        let larger = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        unsafe larger.initialize(to: Table(replacing: current))
        unsafe larger.pointee.insert(cell.address)
        unsafe table.store(larger, ordering: .releasing)
    }
}

extension FactoryCell {
    /// Creates a cell: the first one of a factory, an alias of it, or one for a scope. The caller holds the lock of the manager.
    init(
        _ key: FactoryKey, _ definition: DefinitionAddress, _ manager: ContainerManager, number: Int,
        _ scope: ScopeChoice? = nil, head: FactoryCell?
    ) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(
            to: Content(
                published: PublishedReference(), rememberedScope: Atomic(0), scopeMark: scope?.mark ?? 0,
                next: Atomic(nil), definition: definition, head: head?.address,
                unownedKey: .passUnretained(key), key: key, manager: manager, number: number, scope: scope))
    }

    /// Creates the cell of the same factory for a scope. The caller holds the lock of the manager.
    func with(_ scope: ScopeChoice) -> FactoryCell {
        let cell = unsafe FactoryCell(key, address.pointee.definition, manager, number: number, scope, head: head)
        var last = head
        while let next = last.next { last = next }
        unsafe last.address.pointee.next.store(cell.address, ordering: .releasing)
        return cell
    }
}

extension StaticString {
    @inlinable var address: UInt {
        // A literal stored as a Unicode scalar has no address; the highest addresses contain no literals.
        unsafe hasPointerRepresentation ? UInt(bitPattern: utf8Start) : ~UInt(unicodeScalar.value)
    }

    var contentHash: UInt {
        withUTF8Buffer { unsafe $0.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt($1)) &* 0x100_0000_01B3 } }
    }

    func hasContent(of other: StaticString) -> Bool {
        if address == other.address { return true }
        return withUTF8Buffer { bytes in other.withUTF8Buffer { unsafe bytes.elementsEqual($0) } }
    }
}
