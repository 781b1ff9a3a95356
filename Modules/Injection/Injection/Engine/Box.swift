/// Something of any type as one object, so that a table can hold it without knowing the type.
@usableFromInline package final class Box<Content>: AnyBox {
    @usableFromInline package init(_ content: Content) {
        let pointer = UnsafeMutablePointer<Content>.allocate(capacity: 1)
        unsafe pointer.initialize(to: content)
        unsafe super.init(UnsafeMutableRawPointer(pointer))
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    package var content: Content { unsafe pointer.pointee }

    private var pointer: UnsafeMutablePointer<Content> { unsafe address.assumingMemoryBound(to: Content.self) }

    /// Opens a box whose content type the caller knows from the key that it was found under.
    package static func open(_ object: AnyObject) -> Content {
        // A key holds the type of its factory, and with it the types of the closure and of the instance: what was stored under
        // an equal key is a box of the same content. Debug builds check it.
        unsafe unsafeDowncast(object, to: Box<Content>.self).content
    }
}

/// A box whose content is known by its address alone.
@safe @usableFromInline package class AnyBox {
    /// Where the content lies, as long as the box is there.
    let address: UnsafeMutableRawPointer

    fileprivate init(_ address: UnsafeMutableRawPointer) {
        unsafe self.address = unsafe address
    }
}

// Sendable where the content is, which never changes.
extension Box: @unchecked Sendable where Content: Sendable {}
