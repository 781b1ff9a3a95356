extension ResolutionChain {
    /// One factory of a chain. It lies on the stack of the thread that runs it, so that a chain costs no memory.
    @safe @usableFromInline struct Link {
        private let identity: FactoryIdentity
        // Who runs the factory holds both until it ends; a link that did would cost as much as all the rest of a resolution.
        private let parameter: Unmanaged<Box<AnyHashable>>?
        private let ofConstruction: Unmanaged<Construction>?
        fileprivate(set) var previous: Reference?

        @usableFromInline
        init(_ identity: FactoryIdentity) {
            unsafe self.init(identity, parameter: nil, construction: nil)
        }

        init(_ key: FactoryKey, _ construction: Construction?) {
            unsafe self.init(
                key.identity, parameter: key.boxedParameter.map(Unmanaged.passUnretained),
                construction: construction.map(Unmanaged.passUnretained))
        }

        private init(
            _ identity: FactoryIdentity, parameter: Unmanaged<Box<AnyHashable>>?,
            construction: Unmanaged<Construction>?
        ) {
            self.identity = identity
            unsafe self.parameter = unsafe parameter
            unsafe self.ofConstruction = unsafe construction
        }

        var key: FactoryKey {
            var key = FactoryKey(identity)
            key.boxedParameter = unsafe parameter?.takeUnretainedValue()
            return key
        }

        func isOf(_ other: Construction) -> Bool {
            unsafe ofConstruction?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
        }
    }
}

extension ResolutionChain.Link {
    /// Where a link lies.
    @safe @usableFromInline struct Reference {
        // Valid as long as the factory runs, and the chain has the link no longer than that.
        private let pointer: UnsafeMutablePointer<ResolutionChain.Link>

        @usableFromInline init(_ pointer: UnsafeMutablePointer<ResolutionChain.Link>) {
            unsafe self.pointer = unsafe pointer
        }

        var link: ResolutionChain.Link { unsafe pointer.pointee }

        /// Puts the link behind another.
        func follow(_ previous: Reference?) {
            unsafe pointer.pointee.previous = previous
        }
    }
}
