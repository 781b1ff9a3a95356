import Core
import Foundation
import Testing

struct FileErrorTests {
    private let diskFull = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC))
    private let refused = NSError(
        domain: "shelf.example",
        code: Int(ENOSPC),
        userInfo: [NSLocalizedDescriptionKey: "out of paper"]
    )

    private func wrapped(_ error: NSError) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain,
            code: CocoaError.fileWriteUnknown.rawValue,
            userInfo: [NSUnderlyingErrorKey: error]
        )
    }

    @Test func `the reason of an error is the system's reason`() {
        let error = FileError(path: "f", wrapped(diskFull))
        #expect(error.path == "f")
        #expect(error.reason == "No space left on device")
        #expect(diskFull.systemReason == error.reason)
    }

    @Test func `the reason of another error is its description`() {
        #expect(refused.systemReason == "out of paper")
        #expect(wrapped(refused).systemReason == "out of paper")
    }

    @Test func `only an error of the system has a number`() {
        #expect(diskFull.systemNumber == ENOSPC)
        #expect(wrapped(diskFull).systemNumber == ENOSPC)
        #expect(refused.systemNumber == nil)
        #expect(wrapped(refused).systemNumber == nil)
    }
}
