public import Foundation

/// A TLS server on the loopback interface with a self-signed certificate.
///
/// The server is an `openssl` process. It answers one GET request at a time with a page about the
/// connection.
public struct TLSServer: Sendable {
    public let url: URL
    /// The path of the certificate in PEM format. A client that trusts the certificate trusts the
    /// server.
    public let certificate: String

    /// Starts a server, calls `body` with it, and stops the server.
    public static func serving<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (TLSServer) async throws -> Result
    ) async throws -> Result {
        let folder = try TemporaryFolder()
        let key = folder.path("key.pem")
        let certificate = folder.path("certificate.pem")
        let request = try await openssl(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
                + " -addext subjectAltName=IP:127.0.0.1",
            ["-keyout", key, "-out", certificate],
            in: folder
        ).outcome()
        guard request.code == 0 else {
            throw TLSServerError(message: request.errors)
        }
        let server = try openssl(
            "s_server -accept 127.0.0.1:0 -naccept 1000 -www",
            ["-key", key, "-cert", certificate],
            in: folder
        )
        defer {
            server.kill()
        }
        return try await body(TLSServer(url: try await url(of: server), certificate: certificate))
    }

    /// Starts `openssl`. The limit on concurrent programs does not apply, because `openssl` runs
    /// only briefly and tests of servers have a time limit.
    private static func openssl(
        _ command: String,
        _ files: [String],
        in folder: TemporaryFolder
    ) throws -> Subprocess {
        let arguments = command.split(separator: " ").map { String($0) }
        let environment = ProcessInfo.processInfo.environment
        return try Subprocess(
            "openssl",
            arguments + files,
            environment: environment,
            folder: folder
        )
    }

    /// Returns the URL of the server after waiting for the line with its port, such as `ACCEPT
    /// 127.0.0.1:39481`.
    private static func url(of server: Subprocess) async throws -> URL {
        var url: URL?
        try await server.wait {
            let output = try server.outputSoFar()
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
            // The last line is ignored, because it may be incomplete.
            let line = lines.dropLast().first { $0.hasPrefix("ACCEPT ") }
            url = line.flatMap { URL(string: "https://\($0.dropFirst("ACCEPT ".count))/") }
            return url != nil
        }
        if let url {
            return url
        }
        throw TLSServerError(message: try await server.outcome().errors)
    }
}

/// An error from `openssl`: the program is missing, or cannot create a certificate or start the
/// server.
struct TLSServerError: Error {
    let message: String
}
