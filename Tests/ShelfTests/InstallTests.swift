import Foundation
import ProgramTesting
import Testing

@Suite(.buildsPackages)
struct InstallTests {
    @Test
    func
        `App/install builds a static program, and installs it with its manual page and completions`()
        async throws
    {
        let folder = try TemporaryFolder()
        var environment = ProcessInfo.processInfo.environment
        environment["PREFIX"] = folder.url.path
        // Other tests run optimized code. Optimizing it here would take three times as long.
        environment["SHELF_BUILD"] = "debug"
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../App/install"
        ).path
        let outcome = try await Subprocess(
            script,
            ["shelf"],
            environment: environment,
            folder: folder
        ).outcome()
        #expect(outcome.code == 0, "\(outcome)")
        let program = folder.path("bin/shelf")
        let clean = ["HOME": folder.url.path, "PATH": "/usr/bin:/bin"]
        func output(_ program: String, _ arguments: String...) async throws -> String {
            try await Subprocess(program, arguments, environment: clean, folder: folder).outcome()
                .output
        }
        #expect(try await output(program, "--version").hasPrefix("shelf "))
        #if os(Linux)
            let libraries = try await output("/usr/bin/ldd", program)
            #expect(
                libraries.contains("libsqlite3"),
                "\(libraries)"
            )
            #expect(
                !libraries.contains(/libcurl|libswift|Foundation/),
                "\(libraries)"
            )
        #endif
        // The program loads libcurl only when it sends its first request.
        _ = try await output(program, "add", "http://127.0.0.1:1/")
        #expect(try await output(program, "check", "--retries", "0").contains("(cannot connect)"))
        for (file, text) in [
            ("man/man1/shelf.1", ".SH \"SHELF CHECK\""),
            ("bash-completion/completions/shelf", "completions bash"),
            ("zsh/site-functions/_shelf", "#compdef shelf"),
            ("fish/vendor_completions.d/shelf.fish", "complete"),
        ] {
            #expect(
                try String(contentsOfFile: folder.path("share/\(file)"), encoding: .utf8).contains(
                    text
                ),
                "\(file)"
            )
        }
    }
}
