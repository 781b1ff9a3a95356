import Injection
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct CircularDependencyTests {
    @Test func `a circle on one thread stops the program and names every link`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Library().links()
        }
        let way = "Library.links → Library.checker → Library.links"
        #expect(line(of: result).contains("Circular dependency: \(way). To break it, "))
    }

    @Test func `a circle names unique factories, parameters and the way between containers`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Library().entrance()
        }
        let way = "Library.report → Desk.page → Library.history → Library.report"
        #expect(line(of: result).contains("Circular dependency: \(way). To break it, "))
    }

    @Test func `a circle of unique factories stops the program instead of its stack`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = UniqueCircle().first()
        }
        let first = "UniqueCircle.first → UniqueCircle.second → UniqueCircle.first"
        let second = "UniqueCircle.second → UniqueCircle.first → UniqueCircle.second"
        let line = line(of: result)
        #expect([first, second].contains { line.contains("Circular dependency: \($0). To break it, ") })
    }

    @Test func `a factory may resolve itself with another parameter`() {
        #expect(UniqueCircle().depth(25) == 25)
    }

    @Test func `a long way that comes by no factory twice is no circle`() {
        #expect(UniqueCircle().stairs(200) == 200)
    }

    @Test func `a circle names the parameter that a factory keeps its instance for`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let circle = UniqueCircle()
            circle.stairs.register { circle.stairs(10 - $0) }
            _ = circle.stairs(3)
        }
        let way = "UniqueCircle.stairs(3) → UniqueCircle.stairs(7) → UniqueCircle.stairs(3)"
        #expect(line(of: result).contains("Circular dependency: \(way). "))
    }

    @Test func `a circle names what was registered by type`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let catalogue = Catalogue()
            catalogue.register(Int.self) { catalogue.resolve(Int.self) ?? 0 }.scope(.cached)
            _ = catalogue.resolve(Int.self)
        }
        #expect(line(of: result).contains("Circular dependency: Catalogue.Factory<Int> → Catalogue.Factory<Int>. "))
    }

    @Test(arguments: [true, false])
    func `a factory that resolves itself without end stops the program, unless the check is off`(checks: Bool) async {
        if checks {
            await #expect(processExitsWith: .failure) {
                exitWhereTrapped()
                precondition(Container.shared.manager.circularDependencyTesting)
                _ = UniqueCircle().depth(200)
            }
        } else {
            await #expect(processExitsWith: .success) {
                Container.shared.manager.circularDependencyTesting = false
                precondition(UniqueCircle().depth(200) == 200)
            }
        }
    }

    @Test func `a circle of two threads that wait for each other stops the program`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let library = Library()
            let building = Counter()
            library.left.register {
                building.increment()
                building.wait(for: 2)
                return library.right()
            }
            library.right.register {
                building.increment()
                building.wait(for: 2)
                return library.left()
            }
            _ = await onThreads(2) { index in index == 0 ? library.left() : library.right() }
        }
        let line = line(of: result)
        #expect(
            line.contains("Circular dependency: Library.left → Library.right → Library.left. ")
                || line.contains("Circular dependency: Library.right → Library.left → Library.right. "))
    }

    @Test func `a circle by way of automatic registration stops the program`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let container = AutoContainer()
            let library = Library()
            let building = Counter()
            container.duringRun = { _ in
                building.increment()
                building.wait(for: 2)
                _ = library.left()
            }
            library.left.register {
                building.increment()
                building.wait(for: 2)
                return container.store()
            }
            _ = await onThreads(2) { index in index == 0 ? library.left() : container.store() }
        }
        let line = line(of: result)
        #expect(line.contains("Circular dependency: "))
        #expect(line.contains("AutoContainer.autoRegister() → Library.left"))
    }

    @Test func `a circle broken by a lazy wrapper is none`() async {
        await #expect(processExitsWith: .success) {
            let reader = Container.shared.reader()
            precondition(reader.writer.reader === reader)
        }
    }

    private func line(of result: ExitTest.Result) -> String {
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.contains("Circular dependency") }.map(String.init) ?? ""
    }
}

private final class Library: ManagedContainer {
    let manager = ContainerManager()
    let desk = Desk()

    var links: Factory<any LinkStore> { self { self.checker() }.cached }
    var checker: Factory<any LinkStore> { self { self.links() }.singleton }

    var entrance: Factory<any LinkStore> { self { self.report() }.cached }
    var report: Factory<any LinkStore> { self { self.desk.page(self) }.shared }
    var history: Factory<any LinkStore> { self { self.report() } }

    var left: Factory<any LinkStore> { self { EmptyLinkStore() }.cached }
    var right: Factory<any LinkStore> { self { EmptyLinkStore() }.singleton }
}

private final class Desk: ManagedContainer {
    let manager = ContainerManager()

    var page: ParameterFactory<Library, any LinkStore> { self { $0.history() } }
}

private final class Reader {
    @LazyInjected(\.writer) var writer
}

private final class Writer {
    @LazyInjected(\.reader) var reader
}

extension Container {
    fileprivate var reader: Factory<Reader> { self { Reader() }.cached }
    fileprivate var writer: Factory<Writer> { self { Writer() }.cached }
}

private final class UniqueCircle: ManagedContainer {
    let manager = ContainerManager()

    var first: Factory<Int> { self { self.second() + 1 } }
    var second: Factory<Int> { self { self.first() + 1 } }
    var depth: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : self.depth($0 - 1) + 1 } }
    var stairs: ParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : self.stairs($0 - 1) + 1 }.scopeOnParameters.cached
    }
}
