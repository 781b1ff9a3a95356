public import Foundation

/// A web server over TLS on the loopback address, run by the program `openssl`, whose certificate nobody has signed.
///
/// It answers GET with a page about the connection, one request at a time.
public struct TLSServer: Sendable {
    /// Where it listens; on a port that was free.
    public let url: URL
    /// The path of its certificate in PEM: who trusts this one trusts the server.
    public let certificate: String

    /// Serves while `body` runs.
    public static func serving<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (TLSServer) async throws -> Result
    ) async throws -> Result {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
        // Not in line with the compilers of other tests: it takes a moment, and the tests of servers have a time limit.
        let made = try await Call(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            ], environment: ProcessInfo.processInfo.environment, folder: folder
        ).outcome()
        guard made.code == 0 else { throw TLSServerError(words: made.errors) }
        let call = try Call(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-naccept", "1000", "-www", "-key", key, "-cert", certificate],
            environment: ProcessInfo.processInfo.environment, folder: folder)
        defer { call.kill() }
        return try await body(TLSServer(url: try await address(of: call), certificate: certificate))
    }

    /// Waits for the line in which the server says where it listens: `ACCEPT 127.0.0.1:39481`.
    private static func address(of call: Call) async throws -> URL {
        while true {
            try Task.checkCancellation()
            let words = try call.outputSoFar()
            let line = words.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT ") }
            if let url = line.flatMap({ URL(string: "https://\($0.dropFirst("ACCEPT ".count))/") }) { return url }
            await Task.yield()
        }
    }
}

/// `openssl` is missing, or has refused to make a certificate.
struct TLSServerError: Error {
    /// What it said.
    let words: String
}
