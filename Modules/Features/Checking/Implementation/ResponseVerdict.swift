import CheckingInterface
import Core
import Foundation

/// The meaning of one response or error for the verdict on a link.
struct ResponseVerdict: Equatable {
    /// The verdict, unless another request leads to a better one.
    var verdict: Verdict
    /// The reason in a few words for people; nil for `ok`.
    var reason: String?
    /// Whether the same request may succeed soon.
    var isTemporary = false
    /// Whether GET may have a different result than HEAD.
    var dependsOnMethod = false

    init(_ result: Result<HTTPResponse, HTTPError>, policy: CheckPolicy) {
        switch result {
        case .success(let response) where policy.accepts(response.status): self.init(.ok, nil)
        case .success(let response): self.init(status: response.status)
        case .failure(let error): self.init(error)
        }
    }

    private init(_ verdict: Verdict, _ reason: String?, isTemporary: Bool = false, dependsOnMethod: Bool = false) {
        (self.verdict, self.reason) = (verdict, reason)
        (self.isTemporary, self.dependsOnMethod) = (isTemporary, dependsOnMethod)
    }

    private init(status: Int) {
        switch status {
        case 404: self.init(.dead, "not found", dependsOnMethod: true)
        case 410: self.init(.dead, "gone", dependsOnMethod: true)
        case 408, 425: self.init(.flaky, "the server timed out", isTemporary: true, dependsOnMethod: true)
        case 429: self.init(.blocked, "too many requests", isTemporary: true)
        case 401, 407: self.init(.blocked, "requires a password")
        case 403: self.init(.blocked, "forbidden", dependsOnMethod: true)
        case 451: self.init(.blocked, "withheld for legal reasons")
        case 500...599: self.init(.flaky, "server error \(status)", isTemporary: status != 501, dependsOnMethod: true)
        case 300...399: self.init(.flaky, "redirect without a target", dependsOnMethod: true)
        default: self.init(.blocked, "refused with \(status)", dependsOnMethod: true)
        }
    }

    private init(_ error: HTTPError) {
        switch error {
        case .noSuchHost(let host): self.init(.dead, "no such host: \(host)")
        case .lookupFailed: self.init(.flaky, "name lookup failed; check the network")
        case .unsupportedURL: self.init(.flaky, "the URL cannot be requested")
        case .cannotConnect: self.init(.flaky, "cannot connect", isTemporary: true)
        case .connectionLost: self.init(.flaky, "connection lost", isTemporary: true, dependsOnMethod: true)
        case .timedOut: self.init(.flaky, "timed out", isTemporary: true, dependsOnMethod: true)
        case .untrustedServer: self.init(.flaky, "its certificate is not trusted")
        case .malformedResponse(let reason): self.init(.flaky, "invalid response: \(reason)", dependsOnMethod: true)
        case .tooManyRedirects: self.init(.flaky, "too many redirects")
        case .cancelled: self.init(.flaky, "cancelled")
        }
    }
}

/// A directive in a server's `Retry-After` that applies to all links of its host.
enum RetryAfterDirective: Equatable {
    /// Send no requests for the duration.
    case pause(Duration)
    /// Send no more requests in this run.
    case stop

    /// The longest pause that a check waits for. Servers commonly request a minute.
    static let longestPause = Duration.seconds(60)

    /// Reads the directive of a response; nil if it has none. 429 applies to the client (RFC 6585, section 4), so a long pause stops all requests to the host.
    /// 503 may concern only one page: a short pause applies to the host, and a long one only to the link.
    init?(_ result: Result<HTTPResponse, HTTPError>, policy: CheckPolicy, now: Date) {
        guard case .success(let response) = result, response.status == 429 || response.status == 503,
            !policy.accepts(response.status), let pause = response.retryAfter(now: now)
        else { return nil }
        if pause <= Self.longestPause {
            self = .pause(pause)
        } else if response.status == 429 {
            self = .stop
        } else {
            return nil
        }
    }
}

extension CheckPolicy {
    /// Returns the policy for a host, which includes a port unless that is the default.
    func applied(to host: String) -> CheckPolicy {
        guard !hosts.isEmpty, let rule = rule(for: host) else { return self }
        var policy = self
        policy.accepted = rule.accepted ?? accepted
        policy.headers = rule.headers
        policy.interval = rule.interval ?? interval
        policy.isSkipped = rule.isSkipped
        return policy
    }

    private func rule(for host: String) -> HostRule? {
        let name = host.first == "[" ? host[...] : host.prefix { $0 != ":" }
        if let rule = hosts[host] ?? hosts[String(name)] { return rule }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        return labels.indices.dropFirst().lazy.compactMap { hosts["*." + labels[$0...].joined(separator: ".")] }.first
    }

    func accepts(_ status: Int) -> Bool { (200...299).contains(status) || accepted.contains { $0.contains(status) } }
}
