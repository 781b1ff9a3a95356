import Core
import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

/// Tests of the real program with everything that other tests mock: streams, files, the network,
/// and other programs.
struct ProgramTests {
    private let program: Program
    init() throws {
        program = try Program()
    }

    @Test func `the shell reports an opener that it cannot run`() async throws {
        try await program.add("https://a.example/")
        let opener = ["SHELF_OPENER": "'no such program'"]
        let outcome = try await program.run("open 1", environment: opener)
        #expect(outcome.errors.hasPrefix("sh: "))
        #expect(outcome.errors.hasSuffix("set SHELF_OPENER to another program\n"))
    }

    @Test func `trusts the certificate authorities in curl's environment variables`() async throws {
        try await TLSServer.serving { server in
            try await program.add("\(server.url.absoluteString)")
            // The server does not answer HEAD, so the check uses --changed to begin with GET.
            func output(_ environment: [String: String]) async throws -> String {
                try await program.run(
                    "check --changed --retries 0",
                    environment: environment
                ).output
            }
            #expect(try await output([:]).contains("the certificate is self-signed"))
            let trusted = "checked 1 link: 1 ok\n"
            #expect(try await output(["SSL_CERT_FILE": server.certificate]) == trusted)
            #expect(try await output(["CURL_CA_BUNDLE": server.certificate]) == trusted)
            let both = ["CURL_CA_BUNDLE": server.certificate, "SSL_CERT_FILE": "/missing.pem"]
            #expect(try await output(both) == trusted)
            #expect(try await output(["SSL_CERT_FILE": "/missing.pem"]).contains("1 flaky"))
        }
    }

    @Test func `prints results on standard output and errors on standard error`() async throws {
        try await program.expect(
            transcript: """
                $ shelf --version
                shelf [..]
                $ shelf add --no-fetch https://example.org/
                1  https://example.org/
                $ shelf list
                1  https://example.org/
                $ shelf show 7
                ! error: link 7 not found[..]
                [1]
                $ shelf lsit
                ! error: unknown command 'lsit'[..]
                [64]
                $ shelf import missing.html
                ! error: cannot read 'missing.html'[..]
                [65]
                $ shelf export missing/links.html
                ! error: cannot write 'missing/links.html'[..]
                [74]
                """
        )
    }

    @Test func `exports links from one library, and imports them into another`() async throws {
        let site: ScriptedSite = [
            "/page": .respond(
                headers: ["Content-Type": "text/html"],
                body: "<title>A page</title>"
            ),
            "/gone": .respond(status: 404),
        ]
        try await LoopbackServer.serving(site) { server in
            try await program.expect(
                transcript: """
                    $ shelf add \(server.url)page \(server.url)gone -t x
                    1  A page
                    [...]
                    ! note: saved \(server.url)gone without a title[..]
                    $ shelf check --retries 0
                    dead     2  \(server.url)gone[..]
                    checked 2 links: 1 ok, 1 dead
                    [2]
                    """
            )
            let export = try await program.run("export --to json").output
            let copy: CommandLine = "--library \(program.path("copy.db"))"
            let imported = try await program.run("\(copy) import -", input: export)
            #expect(imported.code == 0)
            #expect(imported.errors == "")
            #expect(imported.output.hasPrefix("read 2 links: 2 added"))
            let copied = try await program.run("\(copy) export --to json").output
            let id = /"id":\d+,/
            #expect(copied.replacing(id, with: "") == export.replacing(id, with: ""))
        }
    }

    @Test
    func `--library overrides the environment variable, the configuration file, and the default`()
        async throws
    {
        let url = "https://example.org/"
        func expect(
            _ library: String,
            _ options: CommandLine,
            _ environment: [String: String],
            at location: SourceLocation = #_sourceLocation
        ) async throws {
            #expect(!program.folder.exists(library), sourceLocation: location)
            let outcome = try await program.run(
                "\(options) add --no-fetch \(url)",
                environment: environment
            )
            #expect(outcome.code == 0, "\(outcome.errors)", sourceLocation: location)
            #expect(program.folder.exists(library), sourceLocation: location)
        }
        try await expect(".local/share/shelf/library.db", "", ["SHELF_LIBRARY": ""])
        try await expect(
            "data/shelf/library.db",
            "",
            ["SHELF_LIBRARY": "", "XDG_DATA_HOME": program.path("data")]
        )
        try program.write(#"{"library": "~/file.db"}"#, to: ".config/shelf/config.json")
        try await expect("file.db", "", ["SHELF_LIBRARY": ""])
        try await expect("variable.db", "", ["SHELF_LIBRARY": program.path("variable.db")])
        let option: CommandLine = "--library \(program.path("option.db"))"
        try await expect("option.db", option, ["SHELF_LIBRARY": program.path("other.db")])
        #expect(try program.files("other") == [])
    }

    @Test(arguments: ["file:a.db", "file:a.db?mode=memory"])
    func `a library whose name looks like a URI is a file with that name`(
        name: String
    ) async throws {
        let outcome = try await program.start(
            "--library \(name) add --no-fetch https://example.org/",
            by: ["/bin/sh", "-c", #"cd "$HOME" && exec "$@""#, "sh"]
        ).outcome()
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try program.files("file:") == [name])
        #expect(try program.files("a.db") == [])
        #expect(try await program.run("--library \(program.path(name)) list").code == 0)
        #expect(try program.folder.permissions(of: name) == 0o600)
    }

    @Test func `rejects a path that is not UTF-8`() async throws {
        let script = """
            cd "$HOME"; name=$(printf 'a\\377'); url=https://example.org/
            "$0" --library "$name" add --no-fetch $url; echo $?
            SHELF_LIBRARY= XDG_DATA_HOME="$HOME/$name" "$0" add --no-fetch $url; echo $?
            SHELF_LIBRARY="$name" "$0" add --no-fetch $url; echo $?
            "$0" export "$name"; echo $?
            """
        let outcome = try await program.start("", by: ["/bin/sh", "-c", script]).outcome()
        #expect(outcome.output == "64\n64\n64\n64\n")
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 4)
        #expect(errors.allSatisfy { $0.contains("is not valid UTF-8; rename the file or folder") })
        #expect(try program.files("a") == [])
    }

    @Test func `requests identify the program and its version`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { server in
            try await program.run("add \(server.url)good")
            let version = try await program.run("--version").output.split(separator: " ").last ?? ""
            let agent = server.requests.first?.headers["User-Agent"]
            #expect(agent == "shelf/\(version.dropLast()) (personal link library)")
        }
    }
}
