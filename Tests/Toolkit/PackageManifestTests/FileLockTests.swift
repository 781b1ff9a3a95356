import PackageManifest
import ProgramTesting
import Testing

struct FileLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("Package.swift") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `reports a file that cannot be opened`() async {
        let error = ManifestError.unreadable(path: path, reason: "permission denied")
        await #expect(throws: error) { try await FileLock(path) {} }
    }

    @Test func `waits until the lock of another owner is released`() async throws {
        try folder.write("", to: "Package.swift")
        var lock: FileLock? = try await FileLock(path) { Issue.record("no process holds it") }
        var waits = 0
        let second = try await FileLock(path) {
            waits += 1
            withExtendedLifetime(lock) {}
            lock = nil
        }
        #expect(waits == 1)
        withExtendedLifetime(second) {}
    }
}
