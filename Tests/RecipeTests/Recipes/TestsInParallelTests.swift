import Foundation
import ProgramTesting
import Testing

struct TestsInParallelTests {
    @Test func `a container that forgot its task-local variable does not compile`() async throws {
        let container = """
            import Injection
            import InjectionTesting
            import Testing

            final class OtherContainer: SharedContainer {
                @TaskLocal static let shared = OtherContainer()
                let manager = ContainerManager()
            }

            extension Trait where Self == ContainerTrait<OtherContainer> {
                static var other: Self { Self(shared: OtherContainer.$shared, container: OtherContainer()) }
            }
            """
        let twin = try await typecheck(container.replacing("static let", with: "static var"))
        #expect(twin.code == 0, "\(twin.errors)")
        let broken = try await typecheck(container.replacing("@TaskLocal ", with: ""))
        #expect(broken.errors.contains("error: type 'OtherContainer' has no member '$shared'"), "\(broken.errors)")
    }
}
