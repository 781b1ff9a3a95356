/// Something of any type as one object, so that a table can hold it without knowing the type.
package final class Box<Content> {
    package let content: Content

    package init(_ content: Content) {
        self.content = content
    }

    /// Opens a box whose content type the caller knows from the key that it was found under.
    package static func open(_ object: AnyObject) -> Content {
        // A key holds the type of its factory, and with it the types of the closure and of the instance: what was stored under
        // an equal key is a box of the same content. Debug builds check it.
        unsafe unsafeDowncast(object, to: Box<Content>.self).content
    }
}

extension Box: Sendable where Content: Sendable {}
