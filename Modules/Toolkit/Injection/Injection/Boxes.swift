#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An object that contains a closure or an instance. Only the code that opens the box knows the
/// type of the content.
///
/// The code that finds a box retains it under a lock, and opens it after unlocking: copying an
/// instance of a C++ type runs user code.
@usableFromInline package final class Box<Content> {
    @usableFromInline package let content: Content

    @usableFromInline package init(_ content: Content) {
        self.content = content
    }

    /// Returns the content of an object that must be a box of this type.
    ///
    /// Callers find a box by a key that contains the type of the factory. The type of the factory
    /// determines the types of the closure and the instance, so the box has the expected type.
    @inlinable
    package static func open(_ object: AnyObject) -> Content {
        // `unsafeDowncast` checks the type only in debug builds.
        unsafe unsafeDowncast(object, to: Self.self).content
    }
}

// A box is Sendable because its content never changes.
extension Box: @unchecked Sendable where Content: Sendable {}

/// A reference to an object that another reference retains.
@safe @usableFromInline struct Unowned<Object: AnyObject> {
    let reference: Unmanaged<Object>

    /// Calls `body` with the object, without retaining it.
    @inline(__always)
    func withObject<R>(_ body: (Object) -> R) -> R {
        unsafe reference._withUnsafeGuaranteedRef(body)
    }

    var object: Object {
        unsafe reference.takeUnretainedValue()
    }
}

/// A weak reference to an instance.
@usableFromInline final class WeakBox {
    @usableFromInline weak let object: AnyObject?

    init(_ object: AnyObject?) {
        self.object = object
    }
}

/// Unwraps all levels of an optional value. Returns `nil` if there is no value.
func unwrapped(_ value: Any) -> Any? {
    // An object is not an optional. Checking this first avoids the first conformance lookup of the
    // process, which takes longer than the rest of a resolution.
    let type = type(of: value)
    if type is AnyObject.Type || !(type is any Wrapping.Type) {
        return value
    }
    return (value as? any Wrapping)?.wrapped.flatMap(unwrapped)
}

/// Returns the value as an object after unwrapping optionals, or `nil` if it is not an object.
func classInstance(in value: Any) -> AnyObject? {
    // A cast to `AnyObject` always succeeds, because it boxes values, so this code checks the type
    // instead.
    guard let value = unwrapped(value), type(of: value) is AnyObject.Type else {
        return nil
    }
    // Casting an `any Error` would return the object that boxes the error. This function opens the
    // box first.
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

/// A string literal, stored in a single word.
///
/// Nearly all equal literals have the same address, so they are compared quickly. The text at an
/// address never changes.
@frozen @safe @usableFromInline struct Literal: Equatable {
    @usableFromInline let start: UnsafePointer<UInt8>

    @inlinable
    init(_ string: StaticString) {
        unsafe start = string.utf8Start
    }

    @usableFromInline static func == (left: Literal, right: Literal) -> Bool {
        unsafe left.start == right.start || left.text == right.text
    }

    /// Returns an FNV-1a hash of the text, which the optimizer computes for a literal. The hash
    /// needs no seed, because an attacker cannot choose literals.
    @inlinable
    static func hash(of string: StaticString) -> UInt32 {
        string.withUTF8Buffer { bytes in
            unsafe bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        }
    }

    // Inlining this property would slow down the comparison of equal addresses.
    @inline(never) var text: String {
        unsafe String(cString: start)
    }
}

func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
