public import Injection
import InjectionTesting
import ProgramTesting
import Testing

/// Tests of automatic registration for different types of containers.
///
/// The conformance of `Container` in this file is in a different module than the class. When the
/// compiler compiles a container, it sees neither such a conformance, nor the conformance of a
/// subclass, nor a conditional conformance.
@Suite(.container) struct AutoRegistrationTypeTests {
    @Test func `a container without the conformance does not register automatically`() {
        #expect(!Shelf.registersAutomatically)
    }

    @Test func `Container registers automatically with a conformance in any module`() {
        #expect(Container.registersAutomatically)
        #expect(Container().automatic() == "registered")
        #expect(Container.shared.automatic() == "registered")
    }

    @Test func `a container can declare that it registers automatically`() {
        #expect(DeclaringContainer<Int>().text() == "registered")
        #expect(DeclaringContainer<String>().text() == "defined")
    }

    @Test func `a subclass registers automatically if its superclass does`() {
        #expect(SubContainer().text() == "registered by the subclass")
    }

    @Test
    func `a subclass registers automatically if its superclass declares registersAutomatically`() {
        #expect(OpenContainer().text() == "defined")
        #expect(RegisteringContainer().text() == "registered")
    }

    @Test(arguments: [true, false])
    func `a debug build stops if a container does not find its conformance`(
        isSubclass: Bool
    ) async throws {
        #if DEBUG
            let result = try await #require(
                processExitsWith: .failure,
                observing: [\.standardErrorContent]
            ) { [isSubclass] in
                exitWhereTrapped()
                _ = isSubclass ? LostSubclass().text() : LostContainer<Int>().text()
            }
            let name = isSubclass ? "LostSubclass" : "LostContainer<Int>"
            let declaration =
                "static var registersAutomatically: Bool { self is any AutoRegistering.Type }"
            #expect(result.errorText.contains("\(name) conforms to AutoRegistering outside"))
            #expect(result.errorText.contains(declaration))
        #else
            // In a release build, the container is used without its registrations.
            let text = isSubclass ? LostSubclass().text() : LostContainer<Int>().text()
            #expect(text == "defined")
        #endif
    }

    @Test func `a container that does not meet the condition of its conformance does not register`()
    {
        #expect(LostContainer<String>().text() == "defined")
    }
}

extension Container: AutoRegistering {
    public func autoRegister() {
        automatic.register { "registered" }
    }

    fileprivate var automatic: Factory<String> { self { "defined" } }
}

/// A container that declares `registersAutomatically` and has a conditional conformance.
private final class DeclaringContainer<Element>: ManagedContainer {
    static var registersAutomatically: Bool { self is any AutoRegistering.Type }

    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }
}

extension DeclaringContainer: AutoRegistering where Element == Int {
    func autoRegister() {
        text.register { "registered" }
    }
}

// Sendable because the instances never change; a class with a subclass requires `@unchecked`.
private class SuperContainer: ManagedContainer, AutoRegistering, @unchecked Sendable {
    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }

    func autoRegister() {
        text.register { "registered" }
    }
}

private final class SubContainer: SuperContainer, @unchecked Sendable {
    override func autoRegister() {
        text.register { "registered by the subclass" }
    }
}

// Sendable because the instances never change. This also applies to the other classes below. A
// class with a subclass requires `@unchecked`.
private class OpenContainer: ManagedContainer, @unchecked Sendable {
    static var registersAutomatically: Bool { self is any AutoRegistering.Type }

    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }
}

private final class RegisteringContainer: OpenContainer, AutoRegistering, @unchecked Sendable {
    func autoRegister() {
        text.register { "registered" }
    }
}

/// A container that does not find its conformance, because the conformance is conditional.
private final class LostContainer<Element>: ManagedContainer {
    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }
}

extension LostContainer: AutoRegistering where Element == Int {
    func autoRegister() {
        text.register { "registered" }
    }
}

private class LostSuperclass: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }
}

private final class LostSubclass: LostSuperclass, AutoRegistering, @unchecked Sendable {
    func autoRegister() {
        text.register { "registered" }
    }
}
