public import Injection
import InjectionTesting
import Testing

/// Tests of automatic registration for different types of containers.
///
/// The conformance of `Container` in this file is in a different module than the class.
@Suite(.container) struct AutoRegistrationTypeTests {
    @Test func `Container registers automatically with a conformance in any module`() {
        #expect(Container().automatic() == "registered")
        #expect(Container.shared.automatic() == "registered")
    }

    @Test func `a container registers automatically if it meets the condition of its conformance`()
    {
        #expect(ConditionalContainer<Int>().text() == "registered")
        #expect(ConditionalContainer<String>().text() == "defined")
    }

    @Test func `a subclass registers automatically if its superclass does`() {
        #expect(SubContainer().text() == "registered by the subclass")
    }

    @Test func `a subclass registers automatically even if its superclass does not`() {
        #expect(OpenContainer().text() == "defined")
        #expect(RegisteringContainer().text() == "registered")
    }
}

extension Container: AutoRegistering {
    public func autoRegister() {
        automatic.register { "registered" }
    }

    fileprivate var automatic: Factory<String> { self { "defined" } }
}

private final class ConditionalContainer<Element>: ManagedContainer {
    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }
}

extension ConditionalContainer: AutoRegistering where Element == Int {
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

// Sendable like its superclass, because it adds no properties.
private final class SubContainer: SuperContainer, @unchecked Sendable {
    override func autoRegister() {
        text.register { "registered by the subclass" }
    }
}

// Sendable because the instances never change; a class with a subclass requires `@unchecked`.
private class OpenContainer: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    var text: Factory<String> { self { "defined" } }
}

// Sendable like its superclass, because it adds no properties.
private final class RegisteringContainer: OpenContainer, AutoRegistering, @unchecked Sendable {
    func autoRegister() {
        text.register { "registered" }
    }
}
