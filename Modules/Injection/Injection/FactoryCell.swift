import Synchronization

/// The place of one factory in its container: where a definition finds what is known of it without a lock.
///
/// A definition is read again and again, but its name is a literal. ``FactoryCells`` therefore finds its cell by the addresses of the
/// literals. Each scope and each other modifier that changes what a factory value is leads from its cell to another one of the same
/// factory, so a factory value consists of its owner, its cell and its closure.
///
/// Cells are created under the lock of their container's manager, live as long as the manager, and do not move. Whoever has a cell
/// has a factory, which retains the manager.
// Sendable because only the atomic members change.
@safe @usableFromInline package struct FactoryCell: @unchecked Sendable {
    @usableFromInline typealias Address = UnsafeMutablePointer<Content>

    @safe @usableFromInline struct Content: ~Copyable {
        @usableFromInline let known = PublishedReference()
        let key: FactoryKey
        @usableFromInline let unownedKey: Unmanaged<FactoryKey>
        let literals: FactoryIdentity
        unowned(unsafe) let manager: ContainerManager
        let number: Int
        let variant: Variant
        /// The scope of the definition; nil if it has none, or if it yields to the scope that the container remembers.
        let scope: ScopeChoice?
        /// A box with the closure that tells parameters apart, if there is an instance for each.
        let identify: AnyObject?
        /// The first cell of the factory; nil if this is the first. A cell in the table that has one is an alias of it.
        let head: Address?
        let next = unsafe Atomic<Address?>(nil)
        /// The mark of the scope that the container remembers, in the first cell; see ``ScopeChoice/mark``.
        let rememberedScope = Atomic<UInt>(0)
    }

    /// The difference between the cells of a factory.
    struct Variant: Equatable {
        /// The mark of the scope in the definition, or 0.
        var scope: UInt = 0
        /// Whether `register` was called on the value, so that modifiers concern the registration and not the definition.
        var isRegistration = false
        /// Whether the modifiers before were written for good; see ``FactoryModifying/once()``.
        var isOnce = false
        var hasParameters = false
    }

    @usableFromInline let address: Address

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

    var all: some Sequence<FactoryCell> { sequence(first: head, next: \.next) }

    func sibling(_ variant: Variant) -> FactoryCell? {
        var cell = Optional(head)
        while let candidate = cell, candidate.variant != variant { cell = candidate.next }
        return cell
    }

    /// The cell of the factory for a scope, if there is one and the container remembers the scope.
    func known(withScope mark: UInt) -> FactoryCell? {
        var variant = variant
        if variant.isRegistration || rememberedScope != mark { return nil }
        variant.scope = mark
        return sibling(variant)
    }

    var rememberedScope: UInt {
        get { unsafe head.address.pointee.rememberedScope.load(ordering: .relaxed) }
        nonmutating set { unsafe head.address.pointee.rememberedScope.store(newValue, ordering: .relaxed) }
    }

    /// Begins to read what is known of the factory. A thread that traces knows nothing.
    @usableFromInline func read() -> Reading {
        let thread = ThreadState.current
        if thread.trace != nil { return Reading(thread: thread, word: 0) }
        let reading = unsafe address.pointee.known.read(on: thread)
        if reading.kind != .singleton { return reading }
        return reading.withObject(SingletonReference.self) { singleton in
            // A scope that the definition names is the same for all tasks.
            if variant.scope > ScopeChoice.singleton.mark || singleton.isCurrent {
                return singleton.published.load(on: thread)
            }
            thread.endReading()
            return Reading(thread: thread, word: 0)
        }
    }

    /// Whether nothing is published, or a reference to a singleton that is gone. The caller holds the lock of the manager.
    var acceptsPublication: Bool {
        unsafe address.pointee.known.object(as: SingletonReference.self, if: .singleton).map(\.isEmpty)
            ?? (address.pointee.known.kind == .none)
    }

    /// Publishes what is known of the factory, and returns the previous object, to be released after a grace period. The caller holds the
    /// lock of the manager.
    func publish(_ kind: PublishedReference.Kind, _ object: AnyObject? = nil) -> AnyObject? {
        unsafe address.pointee.known.replace(with: kind, object)
    }

    /// Runs the factory as the last of the thread's chain.
    @inlinable
    func run<T>(on thread: ThreadState, _ make: () -> T) -> T {
        // The key is as old as the cell.
        unsafe thread.run(ThreadState.Link(address.pointee.unownedKey, nil), make)
    }
}

/// The cells of a container, in a hash table that is read without a lock.
///
/// Two literals may have the same content, because code is inlined into other modules; each has an entry, and all lead to the first cell.
/// Cells are added under the lock of the manager. When the table is half full, a larger one replaces it. The previous one stays for
/// the threads that read it; together they are no larger than the last one.
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

        /// The slot of the cell with these literals, or the empty one where the search for it ends.
        func slot(for literals: FactoryIdentity) -> UnsafeMutablePointer<Atomic<FactoryCell.Address?>> {
            var slot = literals.literalHash & mask
            while let cell = unsafe slots[slot].load(ordering: .acquiring),
                unsafe !cell.pointee.literals.hasLiterals(of: literals)
            {
                slot = (slot + 1) & mask
            }
            return unsafe slots + slot
        }

        func insert(_ cell: FactoryCell.Address) {
            unsafe slot(for: cell.pointee.literals).pointee.store(cell, ordering: .releasing)
        }
    }

    private let table = unsafe Atomic<UnsafeMutablePointer<Table>?>(nil)
    // Only used under the lock. Atomic because the structure is a constant.
    private let count = Atomic(0)

    deinit {
        guard let table = unsafe table.load(ordering: .relaxed) else { return }
        for slot in 0...(unsafe table.pointee.mask) {
            guard let address = unsafe table.pointee.slots[slot].load(ordering: .relaxed) else { continue }
            let cell = unsafe FactoryCell(address: address)
            for cell in unsafe address.pointee.head == nil ? Array(cell.all) : [cell] {
                unsafe cell.address.deinitialize(count: 1).deallocate()
            }
        }
        unsafe table.deinitialize(count: 1).deallocate()
    }

    func first(for literals: FactoryIdentity) -> FactoryCell? {
        guard let table = unsafe table.load(ordering: .acquiring),
            let cell = unsafe table.pointee.slot(for: literals).pointee.load(ordering: .acquiring)
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
        _ key: FactoryKey, _ literals: FactoryIdentity, _ manager: ContainerManager, number: Int,
        _ variant: Variant = Variant(), _ scope: ScopeChoice? = nil, _ identify: AnyObject? = nil, head: FactoryCell?
    ) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(
            to: Content(
                key: key, unownedKey: .passUnretained(key), literals: literals, manager: manager, number: number,
                variant: variant, scope: scope, identify: identify, head: head?.address))
    }

    /// Returns the cell of the same factory for a variant, and creates it if needed. The caller holds the lock of the manager.
    func with(_ variant: Variant, _ scope: ScopeChoice?, _ identify: AnyObject?) -> FactoryCell {
        if let cell = sibling(variant) { return cell }
        let literals = unsafe address.pointee.literals
        let cell = FactoryCell(key, literals, manager, number: number, variant, scope, identify, head: head)
        var last = head
        while let next = last.next { last = next }
        unsafe last.address.pointee.next.store(cell.address, ordering: .releasing)
        return cell
    }
}

extension StaticString {
    /// The address of the literal.
    var address: UInt {
        // A string that is stored as a Unicode scalar has no address. No literal is at the highest addresses.
        unsafe hasPointerRepresentation ? UInt(bitPattern: utf8Start) : ~UInt(unicodeScalar.value)
    }

    func contentHash(from seed: UInt) -> UInt {
        withUTF8Buffer { unsafe $0.reduce(seed) { ($0 ^ UInt($1)) &* 0x100_0000_01B3 } }
    }

    func hasContent(of other: StaticString) -> Bool {
        if address == other.address { return true }
        return withUTF8Buffer { bytes in other.withUTF8Buffer { unsafe bytes.elementsEqual($0) } }
    }
}
