import CPostgreSQL
import Core

struct PostgreSQLFailure: Error {
    /// The server's error code (https://www.postgresql.org/docs/current/errcodes-appendix.html), or
    /// `nil` if the server did not respond.
    let state: String?
    /// The first line of the message from the server or from libpq.
    let message: String
    /// Whether the server advises to increase the size of its lock table. The server translates
    /// its messages, but not the name of the setting.
    var isLockTableFull = false

    /// The characters after the severity in a message from the server. The server translates the
    /// severity.
    static let severityEnd = ":  "

    /// Whether the connection is broken or could not be established.
    var isLost: Bool { state.map { $0.hasPrefix("08") || $0.hasPrefix("57P") } ?? true }
}

extension PostgreSQLFailure {
    /// Creates the failure of a connection. If the connection is verbose, the server's message
    /// contains the error code.
    init(connection: OpaquePointer) {
        // The connection owns the message, so it is copied.
        let text = unsafe String(cString: PQerrorMessage(connection))
        if let match = text.firstMatch(of: /:  ([0-9A-Z]{5}):\s(.+)/) {
            self.init(state: String(match.1), message: String(match.2))
        } else {
            let lacksPassword = unsafe PQconnectionNeedsPassword(connection) == 1
            self.init(state: lacksPassword ? "28P01" : nil, message: Self.line(text))
        }
    }

    /// Creates the failure of a statement, or of the connection if the server sent no message.
    init(result: OpaquePointer, connection: OpaquePointer) {
        guard let state = unsafe PQresultErrorField(result, Int32(CPOSTGRESQL_FIELD_SQLSTATE)),
            let message = unsafe PQresultErrorField(result, Int32(CPOSTGRESQL_FIELD_MESSAGE))
        else {
            unsafe self.init(connection: connection)
            return
        }
        let hint = unsafe PQresultErrorField(result, Int32(CPOSTGRESQL_FIELD_HINT))
        // The result owns the C strings, so they are copied.
        self.init(
            state: unsafe String(cString: state),
            message: unsafe Self.line(String(cString: message)),
            isLockTableFull: unsafe hint.map { unsafe String(cString: $0) }?
                .contains("max_locks_per_transaction") == true
        )
    }

    /// Returns the first line of a message, without the prefixes that libpq adds.
    private static func line(_ text: String) -> String {
        var line = text.prefix { $0 != "\n" }
        for end in [" failed: ", severityEnd] {
            line = line.firstRange(of: end).map { line[$0.upperBound...] } ?? line
        }
        return line.isEmpty ? "the connection broke" : String(line)
    }
}

extension StoreError {
    init(_ failure: PostgreSQLFailure, path: String) {
        self =
            switch failure.state {
            case "53100": .diskFull(path: path)
            case "53200" where failure.isLockTableFull:
                .lockTableFull(path: path, reason: failure.message)
            case "55P03", "40P01", "40001": .locked(path: path)
            case "25006": .readOnly(path: path)
            case "42501", "28000", "28P01", "3D000":
                .refused(path: path, reason: failure.message)
            case "53200", "53300":
                .unreachable(path: path, reason: failure.message)
            case "XX001", "XX002": .corrupted(path: path, reason: failure.message)
            case _ where failure.isLost: .unreachable(path: path, reason: failure.message)
            default: .failed(path: path, reason: failure.message)
            }
    }
}
