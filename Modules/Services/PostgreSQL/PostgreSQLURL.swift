import Foundation

/// The URL of a library, such as `postgres://user@host:port/database?key=value`.
///
/// libpq supplies missing parts from environment variables such as `PGHOST`, or from its defaults.
package struct PostgreSQLURL: Sendable, Hashable {
    package enum Problem: Error, Hashable {
        /// The URL contains a password, which every process on the machine could read.
        case password
        case malformed
        case unknownParameter(String)
        /// The name of the schema is too long, begins with `pg_`, which is reserved, or contains
        /// characters that would have to be quoted.
        case invalidSchema(String)
    }

    /// The URL without its parameters, for use in messages.
    package let text: String
    /// The schema that contains the tables.
    package let schema: String
    /// The parts and parameters of the URL, as libpq's connection parameters
    /// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
    package let parameters: [String: String]

    package init(_ url: String) throws(Problem) {
        guard let scheme = Self.schemes.first(where: url.lowercased().hasPrefix) else {
            throw .malformed
        }
        let parts = url.dropFirst(scheme.count).split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var parameters = try Self.authority(place[0])
        if place.count > 1, !place[1].isEmpty {
            parameters["dbname"] = try Self.decoded(place[1])
        }
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let keyAndValue = pair.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let key = try Self.decoded(keyAndValue[0])
            guard !["password", "sslpassword"].contains(key) else {
                throw .password
            }
            guard keyAndValue.count == 2 else { throw .malformed }
            guard Self.keys.contains(key) else {
                throw .unknownParameter(key)
            }
            parameters[key] = try Self.decoded(keyAndValue[1])
        }
        schema = parameters.removeValue(forKey: "schema") ?? "shelf"
        guard schema.wholeMatch(of: /[a-z_][a-z0-9_]{0,62}/) != nil, !schema.hasPrefix("pg_") else {
            throw .invalidSchema(schema)
        }
        self.parameters = parameters
        text = scheme + parts[0]
    }

    /// The parameters of the URL, and defaults for parameters that the URL does not contain.
    package var connectionParameters: [String: String] {
        let defaults = [
            "client_encoding": "UTF8", "connect_timeout": "10", "application_name": "shelf",
            // If the network fails silently, the connection fails after about 30 seconds.
            "tcp_user_timeout": "30000", "keepalives_idle": "10", "keepalives_interval": "5",
            "keepalives_count": "4",
        ]
        return defaults.merging(parameters) { $1 }
    }

    private static let schemes = ["postgres://", "postgresql://"]

    /// The names of the supported parameters: `schema`, and parameters of libpq that are not
    /// secret.
    private static let keys: Set = [
        "schema", "host", "hostaddr", "port", "user", "dbname", "passfile", "connect_timeout",
        "options", "application_name", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl",
        "channel_binding", "gssencmode", "krbsrvname", "target_session_attrs", "keepalives",
        "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
    ]

    private static func authority(_ text: Substring) throws(Problem) -> [String: String] {
        var parameters: [String: String] = [:]
        var server = text
        if let at = text.lastIndex(of: "@") {
            let user = text[..<at]
            guard !user.contains(":") else { throw .password }
            if !user.isEmpty {
                parameters["user"] = try decoded(user)
            }
            server = text[text.index(after: at)...]
        }
        guard let match = server.wholeMatch(of: /(\[[^\]]*\]|[^:]*)(?::([0-9]*))?/) else {
            throw .malformed
        }
        var host = match.1
        if host.hasPrefix("[") {
            host = host.dropFirst().dropLast()
        }
        if !host.isEmpty {
            parameters["host"] = try decoded(host)
        }
        if let port = match.2, !port.isEmpty {
            parameters["port"] = String(port)
        }
        return parameters
    }

    private static func decoded(_ text: Substring) throws(Problem) -> String {
        guard let decoded = text.removingPercentEncoding, !decoded.contains("\0") else {
            throw .malformed
        }
        return decoded
    }
}
