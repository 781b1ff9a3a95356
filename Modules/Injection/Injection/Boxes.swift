#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An object with a value of a type that only its user knows: a closure or an instance.
@usableFromInline package final class Box<Content> {
    // Never set again. Not a constant, so that a reader copies the content while it holds the lock
    // that protects the box: another call could change a variable, but not a constant, so the
    // compiler may copy a constant later.
    @exclusivity(unchecked) @usableFromInline var storage: Content

    @inlinable package var content: Content {
        unsafe storage
    }

    @usableFromInline package init(_ content: Content) {
        unsafe storage = content
    }

    /// Returns the content of a box whose type follows from its key.
    ///
    /// A key contains the type of its factory, and so the types of the closure and the instance.
    @inlinable
    package static func open(_ object: AnyObject) -> Content {
        // In debug builds, this checks the type.
        unsafe unsafeDowncast(object, to: Self.self).content
    }
}

// Sendable because the content is never set.
extension Box: @unchecked Sendable where Content: Sendable {}

/// A reference to an object that another reference retains.
@safe @usableFromInline struct Unowned<Object: AnyObject> {
    @usableFromInline let reference: Unmanaged<Object>

    init(_ object: Object) {
        unsafe reference = .passUnretained(object)
    }

    var object: Object {
        unsafe reference.takeUnretainedValue()
    }

    /// Calls `body` with the object, without retaining it.
    @inlinable
    func withObject<R>(_ body: (Object) -> R) -> R {
        unsafe reference._withUnsafeGuaranteedRef(body)
    }
}

/// A weak reference to an instance.
@usableFromInline final class WeakBox {
    @usableFromInline weak let object: AnyObject?

    init(_ object: AnyObject?) {
        self.object = object
    }
}

/// Returns the value in an optional, unwrapping every level; nil if there is no value.
func unwrapped(_ value: Any) -> Any? {
    // The first search of a process for a conformance takes longer than the rest of a resolution,
    // and an object is no optional.
    let type = type(of: value)
    if type is AnyObject.Type || !(type is any Wrapping.Type) {
        return value
    }
    return (value as? any Wrapping)?.wrapped.flatMap(unwrapped)
}

/// Returns the value as an object, unwrapping optionals; nil if it is not an object.
func classInstance(in value: Any) -> AnyObject? {
    // Checks the type, because a cast to AnyObject always succeeds: it puts values in an object.
    guard let value = unwrapped(value), type(of: value) is AnyObject.Type else {
        return nil
    }
    // An `any Error` is in an object of its own, which the cast would return.
    func object<E: Error>(in error: E) -> AnyObject {
        error as AnyObject
    }
    return (value as? any Error).map { object(in: $0) } ?? value as AnyObject
}

/// An optional of any type.
package protocol Wrapping {
    static var wrappedType: Any.Type { get }
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    package static var wrappedType: Any.Type {
        Wrapped.self
    }

    package var wrapped: Any? {
        self
    }
}

/// A string literal, in one word that compares quickly.
///
/// A literal can have several addresses, but an address has one content.
@safe @usableFromInline struct Literal: Equatable {
    @usableFromInline let address: UInt

    /// The absence of a literal.
    @inlinable static var none: Literal {
        Literal(address: 0)
    }

    @inlinable
    init(address: UInt) {
        self.address = address
    }

    @inlinable
    init(_ string: StaticString) {
        // A literal of one Unicode scalar may have no address. The highest addresses have no
        // literals.
        address =
            string.hasPointerRepresentation
            ? UInt(bitPattern: unsafe string.utf8Start) : ~UInt(string.unicodeScalar.value)
    }

    /// The bytes of the literal, which end with a zero; nil if it has no address.
    private var bytes: UnsafePointer<UInt8>? {
        ~address <= 0x10_FFFF ? nil : unsafe UnsafePointer(bitPattern: address)
    }

    @inline(never) var text: String {
        if let bytes = unsafe bytes {
            return unsafe String(cString: bytes)
        }
        return Unicode.Scalar(UInt32(truncatingIfNeeded: ~address)).map { String($0) } ?? ""
    }

    /// An FNV-1a hash of the text. Not seeded, because an attacker cannot choose literals.
    var contentHash: UInt {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt($1)) &* 0x100_0000_01B3 }
    }
}

func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
