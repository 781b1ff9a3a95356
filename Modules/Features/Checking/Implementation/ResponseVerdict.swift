import Core
import Foundation

/// The verdict that one response or error implies.
///
/// ``LinkCheck`` decides whether a success after redirects means that the page has moved.
struct ResponseVerdict: Equatable {
    /// The verdict, unless another request leads to a better verdict.
    var verdict: Verdict
    /// A short reason for users, or `nil` if the verdict is `ok`.
    var reason: String?
    /// Whether the same request may succeed if it is repeated soon.
    var isTemporary: Bool
    /// Whether GET may have a different result than HEAD.
    var dependsOnMethod: Bool

    init(_ result: Result<HTTPResponse, HTTPError>, from host: HostPolicy) {
        switch result {
        case .success(let response) where host.accepts(response.status): self.init(.ok, nil)
        case .success(let response) where response.isChallenge:
            self.init(.blocked, "requires a browser (\(response.status))")
        case .success(let response) where response.isRedirect:
            self.init(redirect: response)
        case .success(let response): self.init(status: response.status)
        case .failure(let error): self.init(error)
        }
    }

    /// Creates the verdict for a redirect that is not followed.
    init(unfollowed reason: String) {
        self.init(.flaky, reason, dependsOnMethod: true)
    }

    private init(
        _ verdict: Verdict,
        _ reason: String?,
        isTemporary: Bool = false,
        dependsOnMethod: Bool = false
    ) {
        self.verdict = verdict
        self.reason = reason
        self.isTemporary = isTemporary
        self.dependsOnMethod = dependsOnMethod
    }

    private init(status: Int) {
        let isServerError = (500...599).contains(status)
        verdict =
            switch status {
            case 404, 410: .dead
            case 300...399, 408, 425, 500...599: .flaky
            default: .blocked
            }
        reason =
            switch status {
            case 404: "not found"
            case 410: "gone"
            case 408: "the server timed out"
            case 425: "too early"
            case 429: "too many requests"
            case 401: "requires a password"
            case 407: "the proxy requires a password (407)"
            case 403: "forbidden"
            case 451: "withheld for legal reasons"
            case 500...599: "server error \(status)"
            case 300...399: "unexpected status \(status)"
            default: "refused with status \(status)"
            }
        isTemporary = [408, 425, 429].contains(status) || isServerError && status != 501
        dependsOnMethod = ![407, 451].contains(status)
    }

    /// Creates the verdict for a redirect whose target is not an HTTP URL.
    private init(redirect response: HTTPResponse) {
        let location = response.headers["Location"] ?? ""
        let scheme = location.prefixMatch(of: /\s*([A-Za-z][A-Za-z0-9+.-]*):/)?.1.lowercased()
        if let scheme, !["http", "https"].contains(scheme) {
            // The target is for an app, so another attempt has the same result.
            let reason = "redirect to a URL that cannot be requested (\(scheme):)"
            self.init(.blocked, reason, dependsOnMethod: true)
        } else if location.contains(where: { $0 != " " }) {
            self.init(unfollowed: "redirect to an invalid URL")
        } else {
            self.init(unfollowed: "redirect without a target")
        }
    }

    private init(_ error: HTTPError) {
        switch error {
        case .noSuchHost(let host): self.init(.dead, "no such host: \(host)")
        case .lookupFailed: self.init(.flaky, "name lookup failed; check the network")
        case .unsupportedURL: self.init(.flaky, "the URL cannot be requested")
        case .cannotConnect: self.init(.flaky, "cannot connect", isTemporary: true)
        case .connectionLost:
            self.init(.flaky, "connection lost", isTemporary: true, dependsOnMethod: true)
        case .timedOut: self.init(.flaky, "timed out", isTemporary: true, dependsOnMethod: true)
        case .untrustedServer(_, let reason): self.init(.flaky, reason)
        case .malformedResponse(let reason):
            self.init(.flaky, "invalid response: \(reason)", dependsOnMethod: true)
        case .tooManyRedirects: self.init(.flaky, "too many redirects")
        case .canceled: self.init(.flaky, "interrupted")
        }
    }
}

extension HTTPResponse {
    /// Whether Cloudflare responds with a challenge that only a browser can solve.
    var isChallenge: Bool { headers["cf-mitigated"] == "challenge" }
}
