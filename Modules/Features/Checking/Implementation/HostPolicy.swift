import CheckingInterface
import Core
import Foundation

/// The policy for the requests to one host. All checks of links on the host share one instance.
final class HostPolicy: Sendable {
    /// Header fields that browsers send. Some servers refuse requests without these fields.
    private static let defaultHeaders: HTTPHeaders = [
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": "en,*;q=0.5",
    ]

    /// The host name, followed by the port unless the port is the default port of the scheme.
    let name: String
    /// The policy for all hosts.
    let general: CheckPolicy
    private let rule: HostRule

    init(_ name: String, _ general: CheckPolicy) {
        self.name = name
        self.general = general
        rule = general.rule(for: name) ?? HostRule()
    }

    var interval: Duration { rule.interval ?? general.interval }
    /// Whether the links of the host are skipped.
    var isSkipped: Bool { rule.isSkipped }

    func accepts(_ status: Int) -> Bool {
        let accepted = rule.accepted ?? general.accepted
        return (200...299).contains(status) || accepted.contains { $0.contains(status) }
    }

    /// Returns a request to the host.
    func request(_ method: HTTPRequest.Method, _ url: URL) -> HTTPRequest {
        var headers = Self.defaultHeaders
        for (name, value) in rule.headers {
            headers[name] = value
        }
        return HTTPRequest(method, url, headers: headers, timeout: general.timeout)
    }
}

extension CheckPolicy {
    fileprivate func rule(for host: String) -> HostRule? {
        guard !hosts.isEmpty else { return nil }
        let name = host.replacing(/:\d+$/, with: "")
        if let rule = hosts[host] ?? hosts[name] {
            return rule
        }
        // The longest pattern is tried first.
        var domain = name[...]
        while let dot = domain.firstIndex(of: ".") {
            domain = domain[dot...].dropFirst()
            if let rule = hosts["*.\(domain)"] {
                return rule
            }
        }
        return nil
    }
}
