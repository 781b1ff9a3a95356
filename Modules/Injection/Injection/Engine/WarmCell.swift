import Synchronization

/// The place for one answer of a ``WarmTable``.
///
/// Each answer has a ticket, which no other of the container has had. It is valid if it is in the cell before and after the rest
/// was read, and above the limit of the table.
// Sendable because all that changes is atomic. It is never freed.
@safe @usableFromInline package struct WarmCell: @unchecked Sendable {
    typealias Address = UnsafeMutablePointer<Content>

    @safe struct Content: ~Copyable {
        let identity: FactoryIdentity
        let ticket: Atomic<UInt>
        /// The mark of the scope in the definition; 0 if there is none.
        let scope: Atomic<UInt>
        /// Where the instance or the closure lies.
        let result: Atomic<UnsafeMutableRawPointer?>
        /// What ``Scope/Singleton`` counted when it kept the instance.
        let generation: Atomic<UInt>

        init(_ identity: FactoryIdentity) {
            self.identity = identity
            ticket = Atomic(0)
            scope = Atomic(0)
            unsafe result = unsafe Atomic(nil)
            generation = Atomic(0)
        }
    }

    /// What to do to resolve. It is part of the ticket.
    package enum Kind: UInt {
        /// Run the closure of the definition.
        case own
        /// Run another closure.
        case registered
        /// Use an instance of the container.
        case instance
        /// Use an instance of the singleton scope.
        case singleton
    }

    /// What a cell says.
    @safe package struct Answer {
        package let kind: Kind
        package let scope: UInt
        let result: UnsafeMutableRawPointer?
        package let generation: UInt

        package init(kind: Kind, scope: UInt, result: UnsafeMutableRawPointer?, generation: UInt = 0) {
            self.kind = kind
            self.scope = scope
            unsafe self.result = unsafe result
            self.generation = generation
        }
    }

    let address: Address

    init(_ address: Address) {
        unsafe self.address = unsafe address
    }

    init(_ identity: FactoryIdentity) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(to: Content(identity))
    }

    var identity: FactoryIdentity { unsafe address.pointee.identity }

    /// Whether a closure of a definition is to be run, if the answer is valid.
    var isOwn: Bool { unsafe Kind(ticket: address.pointee.ticket.load(ordering: .relaxed)) == .own }

    /// The answer, if it is valid.
    func answer(above limit: borrowing Atomic<UInt>) -> Answer? {
        let ticket = unsafe address.pointee.ticket.load(ordering: .sequentiallyConsistent)
        let answer = unsafe Answer(
            kind: Kind(ticket: ticket), scope: address.pointee.scope.load(ordering: .acquiring),
            result: address.pointee.result.load(ordering: .acquiring),
            generation: address.pointee.generation.load(ordering: .acquiring))
        guard ticket > limit.load(ordering: .sequentiallyConsistent),
            unsafe address.pointee.ticket.load(ordering: .relaxed) == ticket
        else { return nil }
        return answer
    }

    /// Puts an answer in the cell. The caller holds the lock of the state.
    package func publish(_ answer: Answer, number: UInt) {
        invalidate()
        unsafe address.pointee.scope.store(answer.scope, ordering: .releasing)
        unsafe address.pointee.result.store(answer.result, ordering: .releasing)
        unsafe address.pointee.generation.store(answer.generation, ordering: .releasing)
        unsafe address.pointee.ticket.store(number << 2 | answer.kind.rawValue, ordering: .releasing)
    }

    /// The last ticket that the answer with a number can have.
    static func lastTicket(of number: UInt) -> UInt {
        number << 2 | 3
    }

    /// Makes the answer invalid. The caller holds the lock of the state, and waits for readers before it lets go of anything.
    func invalidate() {
        unsafe address.pointee.ticket.store(0, ordering: .sequentiallyConsistent)
    }
}

extension WarmCell.Kind {
    fileprivate init(ticket: UInt) {
        switch ticket & 3 {
        case 0: self = .own
        case 1: self = .registered
        case 2: self = .instance
        default: self = .singleton
        }
    }
}
