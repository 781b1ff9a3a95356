import Core
import CoreTesting
import Testing

struct StoreErrorTests {
    @Test(arguments: [
        StoreError.cannotOpen(path: "/a", reason: "r"),
        .unreachable(path: "/a", reason: "r"),
        .refused(path: "/a", reason: "r"),
        .notALibrary(path: "/a"),
        .newerSchema(path: "/a", found: 9, supported: 4),
        .locked(path: "/a"),
        .lockTableFull(path: "/a", reason: "r"),
        .readOnly(path: "/a"),
        .diskFull(path: "/a"),
        .corrupted(path: "/a", reason: "r"),
        .failed(path: "/a", reason: "r"),
    ])
    func `the explanation of an error contains the path and a remedy`(_ error: StoreError) {
        checkExplanation(of: error)
        #expect(error.explanation.contains("'/a'"))
        #expect(error.explanation.split(separator: "; ").count > 1)
    }
}
