import Foundation
import Injection
import InjectionTesting
import Testing

/// The context belongs to the process, so a test whose changes would affect other tests runs in a
/// separate process.
@Suite(.container) struct ContextTests {
    let shelf = Shelf()

    @Test func `detects a test process, its arguments and the build configuration`() {
        let context = FactoryContext()
        #expect(context.isTest)
        #if DEBUG
            #expect(context.isDebug)
        #else
            #expect(!context.isDebug)
        #endif
        #expect(context.arguments == CommandLine.arguments)
        #expect(context.runtimeArguments.isEmpty)
    }

    @Test func `detects a preview or a simulator by its environment`() async {
        await #expect(processExitsWith: .success) {
            unsafe unsetenv("XCODE_RUNNING_FOR_PREVIEWS")
            unsafe unsetenv("SIMULATOR_UDID")
            #expect(!FactoryContext().isPreview)
            #expect(!FactoryContext().isSimulator)
            unsafe setenv("XCODE_RUNNING_FOR_PREVIEWS", "1", 1)
            #expect(FactoryContext().isPreview)
            #expect(!FactoryContext().isSimulator)
            unsafe setenv("SIMULATOR_UDID", "1", 1)
            #expect(FactoryContext().isSimulator)
        }
    }

    @Test
    func `closures for contexts override the definition, in order of precedence`()
        async
    {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            FactoryContext.current = .nothing
            shelf.plain.register { MemoryLinkStore("registered") }
                .onDebug { MemoryLinkStore("debug") }
                .onDevice { MemoryLinkStore("device") }
                .onTest { MemoryLinkStore("test") }
                .onPreview { MemoryLinkStore("preview") }
                .onArgs(["a", "b"]) { MemoryLinkStore("args") }
                .onArg("c") { MemoryLinkStore("arg") }
            var names: [String] = [shelf.plain().name]
            func resolve(in change: () -> Void) {
                change()
                names.append(shelf.plain().name)
            }
            resolve { FactoryContext.current.isDebug = true }
            resolve { shelf.plain.onSimulator { MemoryLinkStore("simulator") } }
            resolve { FactoryContext.current.isSimulator = false }
            resolve { FactoryContext.current.isTest = true }
            resolve { FactoryContext.current.isPreview = true }
            resolve { FactoryContext.setArg("b", forKey: "letter") }
            resolve { FactoryContext.current.arguments = ["c"] }
            #expect(
                names == [
                    "registered", "debug", "simulator", "device", "test", "preview", "args", "arg",
                ]
            )
        }
    }

    @Test func `uses one closure for several contexts`() {
        shelf.plain.context(.preview, .test) { EmptyLinkStore() }
        shelf.cached.context([.test, .preview]) { EmptyLinkStore() }
        #expect(shelf.plain().name == "empty")
        #expect(shelf.cached().name == "empty")
    }

    @Test
    func
        `run-time arguments are ordered by key, can be removed, and do not affect cached instances`()
    {
        shelf.plain.onArg("offline") { EmptyLinkStore() }.onArg("first") {
            MemoryLinkStore("first")
        }
        shelf.cached.onArg("offline") { EmptyLinkStore() }
        let cached = shelf.cached()
        for _ in 0..<5 {
            #expect(shelf.plain().name == "memory")
        }
        FactoryContext.setArg("offline", forKey: "network")
        #expect(FactoryContext.current.runtimeArguments["network"] == "offline")
        #expect(shelf.plain().name == "empty")
        #expect(shelf.cached() === cached)
        shelf.cached.reset(.scope)
        #expect(shelf.cached().name == "empty")
        #expect(shelf.cached.isKept)
        FactoryContext.setArg("online", forKey: "network")
        #expect(shelf.plain().name == "memory")
        FactoryContext.setArg("offline", forKey: "network")
        FactoryContext.setArg("first", forKey: "early")
        #expect(shelf.plain().name == "first")
        for key in ["early", "network"] {
            FactoryContext.removeArg(forKey: key)
        }
        #expect(shelf.plain().name == "memory")
    }

    @Test
    func
        `prefers a context in the definition to other contexts and registrations, except after once()`()
    {
        #expect(shelf.tested().name == "definition")
        shelf.tested.onTest { MemoryLinkStore("elsewhere") }
        #expect(shelf.tested().name == "definition")
        shelf.tested.register { MemoryLinkStore("registered") }
        #expect(shelf.tested().name == "definition")
        shelf.testedOnce.onTest { MemoryLinkStore("elsewhere") }
        #expect(shelf.testedOnce().name == "elsewhere")
        shelf.testedOnce.reset(.all)
        #expect(shelf.testedOnce().name == "definition")
    }
}

extension Shelf {
    fileprivate var tested: Factory<any LinkStore> {
        self { MemoryLinkStore() }.onTest { MemoryLinkStore("definition") }
    }

    fileprivate var testedOnce: Factory<any LinkStore> {
        self { MemoryLinkStore() }.onTest { MemoryLinkStore("definition") }.once()
    }
}

extension FactoryContext {
    fileprivate static var nothing: FactoryContext {
        var context = FactoryContext()
        context.arguments = []
        context.isPreview = false
        context.isTest = false
        context.isSimulator = true
        context.isDebug = false
        return context
    }
}
