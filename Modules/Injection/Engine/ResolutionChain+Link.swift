extension ResolutionChain {
    /// One factory of a chain. It lies on the stack of the thread that runs it, so that a chain costs no memory.
    @usableFromInline struct Link {
        fileprivate let key: FactoryKey
        fileprivate let construction: Construction?
        fileprivate var previous: Reference?

        @usableFromInline init(_ key: FactoryKey) {
            self.init(key, nil)
        }

        init(_ key: FactoryKey, _ construction: Construction?) {
            self.key = key
            self.construction = construction
        }

        /// Where a link lies.
        @safe @usableFromInline struct Reference {
            // Valid as long as the factory runs, and the chain has the link no longer than that.
            private let link: UnsafeMutablePointer<Link>

            @usableFromInline init(_ link: UnsafeMutablePointer<Link>) {
                unsafe self.link = unsafe link
            }

            var key: FactoryKey { unsafe link.pointee.key }
            var construction: Construction? { unsafe link.pointee.construction }
            var previous: Reference? {
                get { unsafe link.pointee.previous }
                nonmutating set { unsafe link.pointee.previous = newValue }
            }
        }
    }
}
