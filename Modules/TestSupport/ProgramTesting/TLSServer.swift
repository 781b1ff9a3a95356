public import Foundation

/// A TLS server on the loopback interface with a self-signed certificate, run by `openssl`. It answers one GET request at a time with a page about it.
public struct TLSServer: Sendable {
    public let url: URL
    /// The path of the certificate in PEM format. A client that trusts it trusts the server.
    public let certificate: String

    public static func serving<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (TLSServer) async throws -> Result
    ) async throws -> Result {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
        // Without the limit for concurrent programs: this one is quick, and tests of servers have a time limit.
        let request = try await Subprocess(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            ], environment: ProcessInfo.processInfo.environment, folder: folder
        ).outcome()
        guard request.code == 0 else { throw TLSServerError(message: request.errors) }
        let call = try Subprocess(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-naccept", "1000", "-www", "-key", key, "-cert", certificate],
            environment: ProcessInfo.processInfo.environment, folder: folder)
        defer { call.kill() }
        return try await body(TLSServer(url: try await url(of: call), certificate: certificate))
    }

    /// Waits for the line with the port of the server, such as `ACCEPT 127.0.0.1:39481`.
    private static func url(of call: Subprocess) async throws -> URL {
        var url: URL?
        try await call.wait {
            let line = try call.outputSoFar().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT ") }
            url = line.flatMap { URL(string: "https://\($0.dropFirst("ACCEPT ".count))/") }
            return url != nil
        }
        if let url { return url }
        throw TLSServerError(message: try await call.outcome().errors)
    }
}

/// `openssl` is missing, or could not create a certificate or start the server.
struct TLSServerError: Error {
    let message: String
}
