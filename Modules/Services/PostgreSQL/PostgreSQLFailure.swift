import Core

/// What libpq or the server could not do.
struct PostgreSQLFailure: Error {
    /// The server's code (https://www.postgresql.org/docs/current/errcodes-appendix.html), or nil where no answer came.
    let state: String?
    /// The words of the server or of libpq, in one line.
    let message: String

    /// Whether there is no connection any more, or none was made.
    var isLost: Bool { state == nil || state.map { $0.hasPrefix("08") || $0.hasPrefix("57P") } == true }
}

extension StoreError {
    /// Says in the store's terms what a failure means.
    init(_ failure: PostgreSQLFailure, path: String) {
        let state = failure.state ?? ""
        self =
            switch state {
            case "53100": .diskFull(path: path)
            case "55P03", "40P01", "40001": .locked(path: path)
            case "25006": .readOnly(path: path)
            case "42501", "28000", "28P01", "3D000", "53300": .unreachable(path: path, reason: failure.message)
            case "XX001", "XX002": .corrupted(path: path, reason: failure.message)
            default:
                failure.isLost
                    ? .unreachable(path: path, reason: failure.message)
                    : .failed(path: path, reason: failure.message)
            }
    }
}
