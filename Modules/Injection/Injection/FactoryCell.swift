import Synchronization

/// The cell of one factory in its container, which a definition reads without a lock.
///
/// The name and file of a definition are literals, so ``FactoryCells`` finds its cell by their addresses. A modifier that changes the factory value, such as
/// its scope, selects another cell of the same factory. A factory value consists of its owner, its cell and its closure.
///
/// Cells are created under the lock of the manager, live as long as the manager, and do not move. A factory value retains the manager, and so its cell.
// Sendable because only the atomic members change.
@safe @usableFromInline package struct FactoryCell: @unchecked Sendable {
    @usableFromInline typealias Address = UnsafeMutablePointer<Content>

    @safe @usableFromInline struct Content: ~Copyable {
        @usableFromInline let known: PublishedReference
        let key: FactoryKey
        @usableFromInline let unownedKey: Unmanaged<FactoryKey>
        let definition: DefinitionAddress
        unowned(unsafe) let manager: ContainerManager
        let number: Int
        let variant: Variant
        let scope: ScopeChoice?
        let identify: AnyObject?
        /// The first cell of the factory; nil if this is the first. A cell in the table that has one is an alias of it.
        let head: Address?
        let next: Atomic<Address?>
        /// The mark of the scope that the container remembers, in the first cell; see ``ScopeChoice/mark``.
        let rememberedScope: Atomic<UInt>
    }

    /// The difference between the cells of a factory.
    struct Variant: Equatable {
        /// The mark of the scope in the definition, or 0.
        var scope: UInt = 0
        /// Whether the value was returned by `register`, so that modifiers apply to the registration.
        var isRegistration = false
        /// Whether the previous modifiers are defaults; see ``FactoryModifying/once()``.
        var isOnce = false
        var hasParameters = false
    }

    @usableFromInline let address: Address

    init(address: Address) { unsafe self.address = unsafe address }

    var key: FactoryKey { unsafe address.pointee.key }
    @usableFromInline var manager: ContainerManager { unsafe address.pointee.manager }
    var number: Int { unsafe address.pointee.number }
    var variant: Variant { unsafe address.pointee.variant }
    var scope: ScopeChoice? { unsafe address.pointee.scope }
    var identify: AnyObject? { unsafe address.pointee.identify }
    @usableFromInline var hasParameters: Bool { unsafe address.pointee.variant.hasParameters }

    var head: FactoryCell { unsafe FactoryCell(address: address.pointee.head ?? address) }

    private var next: FactoryCell? {
        unsafe address.pointee.next.load(ordering: .acquiring).map { unsafe FactoryCell(address: $0) }
    }

    var all: some Sequence<FactoryCell> { sequence(first: head) { $0.next } }

    func sibling(_ variant: Variant) -> FactoryCell? {
        var cell = Optional(head)
        while let candidate = cell, candidate.variant != variant { cell = candidate.next }
        return cell
    }

    /// The cell of the factory for a scope, if there is one and the container remembers the scope.
    @usableFromInline func known(withScope mark: UInt) -> FactoryCell? {
        var variant = variant
        if variant.isRegistration || rememberedScope != mark { return nil }
        variant.scope = mark
        return sibling(variant)
    }

    var rememberedScope: UInt {
        get { unsafe head.address.pointee.rememberedScope.load(ordering: .relaxed) }
        nonmutating set { unsafe head.address.pointee.rememberedScope.store(newValue, ordering: .relaxed) }
    }

    /// Begins to read the published reference. Returns an empty section on a thread that traces.
    @usableFromInline func read() -> ReadSection {
        let thread = ThreadState.current
        if thread.trace != nil { return ReadSection(thread: thread, word: 0) }
        var section = unsafe address.pointee.known.read(on: thread)
        if section.kind == .none, manager.publishClosure(in: self) {
            section = unsafe address.pointee.known.read(on: thread)
        }
        if section.kind != .singleton { return section }
        return section.withObject(SingletonReference.self) { singleton in
            // An explicit scope is the same for all tasks.
            if variant.scope > ScopeChoice.singleton.mark || singleton.isCurrent {
                return singleton.published.load(on: thread)
            }
            thread.endReading()
            return ReadSection(thread: thread, word: 0)
        }
    }

    /// Whether the cell is empty or refers to a released singleton. The caller holds the lock of the manager.
    var acceptsPublication: Bool {
        unsafe address.pointee.known.object(as: SingletonReference.self, if: .singleton).map(\.isEmpty)
            ?? (address.pointee.known.kind == .none)
    }

    /// Publishes an object and returns the previous one, for the caller to release after a grace period. The caller holds the lock of the manager.
    func publish(_ kind: PublishedReference.Kind, _ object: AnyObject? = nil) -> AnyObject? {
        unsafe address.pointee.known.replace(with: kind, object)
    }

    @inlinable
    func run<T>(on thread: ThreadState, _ make: () -> T) -> T {
        // The key lives as long as the cell.
        unsafe thread.run(ThreadState.Link(address.pointee.unownedKey, nil), make)
    }
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

        /// The slot of the cell of a definition, or the empty one where the search for it ends.
        @inline(__always)
        func slot(for definition: DefinitionAddress) -> UnsafeMutablePointer<Atomic<FactoryCell.Address?>> {
            var slot = definition.hash & mask
            while let cell = unsafe slots[slot].load(ordering: .acquiring),
                unsafe cell.pointee.definition != definition
            {
                slot = (slot &+ 1) & mask
            }
            return unsafe slots + slot
        }

        func insert(_ cell: FactoryCell.Address) {
            unsafe slot(for: cell.pointee.definition).pointee.store(cell, ordering: .releasing)
        }
    }

    private let table = unsafe Atomic<UnsafeMutablePointer<Table>?>(nil)
    // Only used under the lock. Atomic because the structure is a constant.
    private let count = Atomic(0)

    deinit {
        guard let table = unsafe table.load(ordering: .relaxed) else { return }
        for slot in 0...(unsafe table.pointee.mask) {
            // A factory with all its variants, or an alias.
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
        guard let table = unsafe table.load(ordering: .acquiring),
            let cell = unsafe table.pointee.slot(for: definition).pointee.load(ordering: .acquiring)
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
    /// Creates a cell: the first one of a factory, an alias of it, or another variant. The caller holds the lock of the manager.
    init(
        _ key: FactoryKey, _ definition: DefinitionAddress, _ manager: ContainerManager, number: Int,
        _ variant: Variant = Variant(), _ scope: ScopeChoice? = nil, _ identify: AnyObject? = nil, head: FactoryCell?
    ) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(
            to: Content(
                known: PublishedReference(), key: key, unownedKey: .passUnretained(key), definition: definition,
                manager: manager, number: number, variant: variant, scope: scope, identify: identify,
                head: head?.address, next: Atomic(nil), rememberedScope: Atomic(0)))
    }

    /// Returns the cell of the same factory for a variant, and creates it if needed. The caller holds the lock of the manager.
    func with(_ variant: Variant, _ scope: ScopeChoice?, _ identify: AnyObject?) -> FactoryCell {
        if let cell = sibling(variant) { return cell }
        let definition = unsafe address.pointee.definition
        let cell = FactoryCell(key, definition, manager, number: number, variant, scope, identify, head: head)
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
