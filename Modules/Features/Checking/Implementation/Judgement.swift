import CheckingInterface
import Core

/// What one answer, or the lack of one, says about a link.
struct Judgement: Equatable {
    /// The verdict, if nothing better comes.
    var verdict: Verdict
    /// Why, in a few words for people; nil for `ok`.
    var reason: String?
    /// Whether the same request may well go better in a moment.
    var isPassing = false
    /// Whether GET may be answered better than HEAD.
    var dependsOnMethod = false

    init(_ result: Result<HTTPResponse, HTTPError>, policy: CheckPolicy) {
        switch result {
        case .success(let response) where policy.accepts(response.status): self.init(verdict: .ok)
        case .success(let response): self.init(status: response.status)
        case .failure(let error): self.init(error)
        }
    }

    private init(verdict: Verdict, reason: String? = nil, isPassing: Bool = false, dependsOnMethod: Bool = false) {
        self.verdict = verdict
        self.reason = reason
        self.isPassing = isPassing
        self.dependsOnMethod = dependsOnMethod
    }

    /// Judges a status that is not accepted.
    private init(status: Int) {
        switch status {
        case 404: self.init(verdict: .dead, reason: "not found", dependsOnMethod: true)
        case 410: self.init(verdict: .dead, reason: "gone for good", dependsOnMethod: true)
        case 408, 425:
            self.init(verdict: .flaky, reason: "the server gave up", isPassing: true, dependsOnMethod: true)
        case 429: self.init(verdict: .blocked, reason: "too many requests", isPassing: true)
        case 401, 407: self.init(verdict: .blocked, reason: "wants a password")
        case 403: self.init(verdict: .blocked, reason: "forbidden", dependsOnMethod: true)
        case 451: self.init(verdict: .blocked, reason: "withheld for legal reasons")
        case 500...599:
            let reason = "server error \(status)"
            self.init(verdict: .flaky, reason: reason, isPassing: status != 501, dependsOnMethod: true)
        case 300...399: self.init(verdict: .flaky, reason: "a redirect to nowhere", dependsOnMethod: true)
        default: self.init(verdict: .blocked, reason: "refused with \(status)", dependsOnMethod: true)
        }
    }

    private init(_ error: HTTPError) {
        switch error {
        case .noSuchHost(let host): self.init(verdict: .dead, reason: "no such host: \(host)")
        case .lookupFailed: self.init(verdict: .flaky, reason: "its name cannot be looked up; is the network up?")
        case .unsupportedAddress: self.init(verdict: .flaky, reason: "the address cannot be requested")
        case .cannotConnect: self.init(verdict: .flaky, reason: "no connection", isPassing: true)
        case .connectionLost:
            self.init(verdict: .flaky, reason: "the connection broke", isPassing: true, dependsOnMethod: true)
        case .timedOut: self.init(verdict: .flaky, reason: "timed out", isPassing: true, dependsOnMethod: true)
        case .untrustedServer: self.init(verdict: .flaky, reason: "its certificate is not trusted")
        case .malformedResponse(let reason):
            self.init(verdict: .flaky, reason: "the answer cannot be read: \(reason)", dependsOnMethod: true)
        case .tooManyRedirects: self.init(verdict: .flaky, reason: "too many redirects")
        case .cancelled: self.init(verdict: .flaky, reason: "cancelled")
        }
    }
}

extension CheckPolicy {
    /// Whether a status counts as `ok`.
    func accepts(_ status: Int) -> Bool {
        (200...299).contains(status) || accepted.contains { $0.contains(status) }
    }
}
