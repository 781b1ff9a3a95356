import CommandLineArguments
import Testing

struct ExitCodeTests {
    @Test func `exit codes are ordered, and the code of a usage error follows sysexits.h`() {
        #expect(ExitCode.done.rawValue == 0)
        #expect(ExitCode.usage.rawValue == 64)
        #expect(ExitCode.done < ExitCode.usage)
        #expect(!(ExitCode.usage < ExitCode.done))
        #expect(!(ExitCode.usage < ExitCode.usage))
    }
}
