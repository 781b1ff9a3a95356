import Injection
import Testing
import ThreadTesting

/// Tests that user code can read a lazy wrapper while the instance of the wrapper is built,
/// replaced or released.
@Suite(.deadlockLimit) struct LazyUserCodeTests {
    private let container = BusyContainer(.cached)
    private let names = Record()

    @Test
    func `a deinitializer can read the wrapper that releases the object by resolving again`() {
        useOwner { owner in
            container.lazyItem.register {
                Farewell { [unowned owner] in
                    names.add(owner.item.name)
                }
            }
            _ = owner.item
            container.lazyItem.register { MemoryLinkStore("second") }
            owner.resolveAgain()
        }
        #expect(names.lines == ["second"])
    }

    @Test func `a deinitializer can resolve factories when an assignment releases the object`() {
        useOwner { owner in
            container.lazyItem.register { container.farewell("released") }
            _ = owner.item
            container.lazyItem.reset()
            owner.item = MemoryLinkStore("second")
            names.add(owner.item.name)
        }
        #expect(names.lines == ["second"])
        #expect(container.uses.lines == ["released"])
    }

    @Test func `a deinitializer can read a weak wrapper of its object`() {
        useOwner { owner in
            container.lazyItem.register {
                Farewell { [unowned owner] in
                    names.add(owner.weakItem?.name ?? "none")
                }
            }
            _ = owner.weakItem
            container.lazyItem.reset(.scope)
        }
        #expect(names.lines == ["none"])
    }

    private func useOwner(
        at location: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable (LazyOwner) -> Void
    ) {
        let end: Void? = withSingletons {
            BusyContainer.$shared.withValue(container) {
                body(LazyOwner())
            }
        }
        #expect(end != nil, sourceLocation: location)
    }
}

/// An object whose lazy properties are read by a factory or a deinitializer.
// Sendable because only one thread uses it.
private final class LazyOwner: @unchecked Sendable {
    @LazyInjected(\BusyContainer.lazyItem) var item
    @WeakLazyInjected(\BusyContainer.lazyItem) var weakItem

    func resolveAgain() {
        $item.resolve()
        $weakItem.resolve()
    }
}
