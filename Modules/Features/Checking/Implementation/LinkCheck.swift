import CheckingInterface
import Core
import Foundation

/// The check of one link, request by request, until the verdict is known. It begins with HEAD. If that fails and GET may have a different result, GET decides,
/// since many servers refuse HEAD or answer it incorrectly. Only the header fields of a response to GET are read.
struct LinkCheck: Sendable {
    enum Step: Sendable {
        /// Send another request after a delay.
        case send(after: Duration)
        case finished(CheckRecord)
    }

    private static let redirectLimit = 10
    /// The delay before the first retry; doubled for each further one.
    private static let firstDelay = Duration.milliseconds(500)
    /// The longest delay without a `Retry-After`.
    private static let longestDelay = Duration.seconds(30)
    /// The header fields of a browser; some servers refuse requests without them.
    private static let headers: HTTPHeaders = [
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Language": "en,*;q=0.5",
    ]

    let link: Link
    /// The number of times that the program had lost its claims when it claimed the link.
    let generation: Int
    private var url: String
    /// The fragment with its `#`, which is not sent.
    private var fragment: Substring
    private var method = HTTPRequest.Method.head
    private var seen: Set<String> = []
    private var isPermanent = true
    private var attempts = 0
    private var retries = 0
    private var started: Date?
    /// The verdict of the last response from the current URL, while another request may lead to a better one.
    private var pending: ResponseVerdict?

    init(_ link: Link, generation: Int = 0) {
        self.link = link
        self.generation = generation
        (url, fragment) = link.url.splitAtFragment
    }

    /// The host of the next request, with its port unless that is the default; the same for `http` and `https`, and nil for other schemes.
    var host: String? { plainHost ?? parsedHost }

    /// The host of a URL in a common form, found without parsing. Parsing takes ten times as long, and all links are scheduled before the first request.
    private var plainHost: String? {
        let isSecure = url.utf8.starts(with: "https://".utf8)
        guard isSecure || url.utf8.starts(with: "http://".utf8) else { return nil }
        let authority = url.utf8.dropFirst(isSecure ? 8 : 7)
            .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let name = authority.prefix { $0.isPartOfHostName }
        let port = authority.dropFirst(name.count)
        guard !name.isEmpty, port.isEmpty || port.first == UInt8(ascii: ":"), port.count != 1,
            port.dropFirst().allSatisfy(\.isDigit), port.dropFirst().first != UInt8(ascii: "0")
        else { return nil }
        return String(
            decoding: port.elementsEqual(isSecure ? ":443".utf8 : ":80".utf8) ? name : authority, as: UTF8.self)
    }

    private var parsedHost: String? {
        guard let url = URL(string: url), let scheme = url.scheme?.lowercased(),
            let defaultPort = ["http": 80, "https": 443][scheme], var host = url.host?.lowercased(), !host.isEmpty
        else { return nil }
        // Foundation omits the brackets of an IPv6 address.
        if host.contains(":"), host.first != "[" { host = "[\(host)]" }
        guard let port = url.port, port != defaultPort else { return host }
        return "\(host):\(port)"
    }

    /// Returns the outcome if the host permits no more requests: the verdict of the last response, or `blocked` if the link was redirected to the host.
    func stopped(now: Date) -> CheckOutcome {
        let reason = "the host demands a pause (429)"
        guard attempts > 0 else { return .notRequested(link, reason: reason) }
        if let pending { return .checked(link, record(pending.verdict, status: nil, reason: pending.reason, now: now)) }
        return .checked(link, record(.blocked, status: nil, reason: reason, now: now))
    }

    /// Returns the next request, which counts as sent; throws `HTTPError.unsupportedURL` if the URL cannot be requested.
    mutating func nextRequest(_ policy: CheckPolicy, now: Date) throws(HTTPError) -> HTTPRequest {
        started = started ?? now
        attempts += 1
        guard let target = URL(string: url) else { throw .unsupportedURL(url) }
        seen.insert(url)
        var headers = Self.headers
        for (name, value) in policy.headers { headers[name] = value }
        return HTTPRequest(method, target, headers: headers, timeout: policy.timeout, bodyLimit: 0)
    }

    /// - Parameter policy: The policy for the host that was requested.
    mutating func handle(_ result: Result<HTTPResponse, HTTPError>, policy: CheckPolicy, now: Date) -> Step {
        if case .success(let response) = result, let step = follow(response, policy: policy, now: now) { return step }
        if case .failure(.unsupportedURL) = result { attempts -= 1 }
        let response = ResponseVerdict(result, policy: policy)
        pending = response
        let retryAfter = response.isTemporary ? (try? result.get())?.retryAfter(now: now) : nil
        let changesMethod = method == .head && response.dependsOnMethod
        if changesMethod { method = .get }
        let delay = retryAfter ?? min(Self.firstDelay * (1 << min(retries, 10)), Self.longestDelay)
        if response.isTemporary, retries < policy.retries, delay <= RetryAfterDirective.longestPause {
            retries += 1
            return .send(after: delay)
        }
        // A `Retry-After` forbids an immediate request.
        if changesMethod, retryAfter == nil { return .send(after: .zero) }
        return .finished(conclude(response, result, now: now))
    }

    /// Follows a redirect. Returns nil if the response is not a redirect, or if the policy accepts its status.
    private mutating func follow(_ response: HTTPResponse, policy: CheckPolicy, now: Date) -> Step? {
        guard !policy.accepts(response.status), let target = response.redirectTarget?.absoluteString else { return nil }
        let (targetURL, targetFragment) = target.splitAtFragment
        guard !seen.contains(targetURL) else {
            return .finished(record(.flaky, status: response.status, reason: "redirect loop", now: now))
        }
        guard seen.count <= Self.redirectLimit else {
            let reason = "more than \(Self.redirectLimit) redirects"
            return .finished(record(.flaky, status: response.status, reason: reason, now: now))
        }
        pending = nil
        isPermanent = isPermanent && [301, 308].contains(response.status)
        url = targetURL
        // A redirect without a fragment inherits the current one (RFC 9110, section 10.2.2).
        if !targetFragment.isEmpty { fragment = targetFragment }
        return .send(after: .zero)
    }

    private func conclude(_ response: ResponseVerdict, _ result: Result<HTTPResponse, HTTPError>, now: Date)
        -> CheckRecord
    {
        let status = try? result.get().status
        guard response.verdict == .ok, seen.count > 1, isPermanent else {
            return record(response.verdict, status: status, reason: response.reason, now: now)
        }
        var record = record(.moved, status: status, reason: "moved permanently", now: now)
        record.location = url + fragment
        return record
    }

    private func record(_ verdict: Verdict, status: Int?, reason: String?, now: Date) -> CheckRecord {
        CheckRecord(
            link: link.id, verdict: verdict, status: status, attempts: attempts,
            milliseconds: Int((now.timeIntervalSince(started ?? now) * 1000).rounded()), reason: reason,
            checked: now.wholeSeconds)
    }
}

extension String {
    /// A URL up to the first `#`, and the rest of it.
    fileprivate var splitAtFragment: (String, Substring) {
        guard let mark = utf8.firstIndex(of: UInt8(ascii: "#")) else { return (self, "") }
        return (String(self[..<mark]), self[mark...])
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isPartOfHostName: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "-")
    }
}
