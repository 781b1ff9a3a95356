import CheckingInterface
import Core
import Foundation

/// The check of one link, request by request, until there is a verdict.
///
/// It begins with HEAD. When a server does not say yes to that, GET has the last word wherever it may bring another answer,
/// as many servers refuse HEAD or answer it wrongly. Of GET only the header fields are awaited.
struct LinkCheck: Sendable {
    /// What comes next.
    enum Step: Sendable {
        /// Another request, after that much time.
        case send(after: Duration)
        /// Nothing; this is the outcome.
        case finished(CheckRecord)
    }

    /// The most redirects to follow, as browsers and curl do it or more.
    private static let redirectLimit = 10
    /// How long to wait before the first request that is sent again; doubled for each further one.
    private static let firstDelay = Duration.milliseconds(500)
    /// The longest wait that is ours.
    private static let longestDelay = Duration.seconds(30)
    /// What a browser would ask for: some servers refuse those who want anything at all.
    private static let headers: HTTPHeaders = [
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Language": "en,*;q=0.5",
    ]

    /// The link.
    let link: Link
    /// The address of the next request, up to the first `#`.
    private var address: String
    /// The rest of it, which is not sent.
    private var fragment: Substring
    private var method = HTTPRequest.Method.head
    private var seen: Set<String> = []
    private var isPermanent = true
    private var attempts = 0
    private var retries = 0
    private var started: Date?
    /// What the last answer of the present address said, while another request may say better.
    private var pending: Judgement?

    init(_ link: Link) {
        self.link = link
        (address, fragment) = link.url.atFragment
    }

    /// The host of the next request, with its port unless that is the usual one; nil when the link cannot be requested over HTTP.
    ///
    /// `http` and `https` are the same host, and so are held to one pace; two names of one machine are two hosts.
    var host: String? { plainHost ?? parsedHost }

    /// The host of an address that is written as the library writes most; all links of a check are put with their hosts before its
    /// first request, and to parse them whole takes ten times as long.
    private var plainHost: String? {
        let isSecure = address.utf8.starts(with: "https://".utf8)
        guard isSecure || address.utf8.starts(with: "http://".utf8) else { return nil }
        let authority = address.utf8.dropFirst(isSecure ? 8 : 7)
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
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
            let usualPort = ["http": 80, "https": 443][scheme], let host = url.host?.lowercased(), !host.isEmpty
        else { return nil }
        guard let port = url.port, port != usualPort else { return host }
        return "\(host):\(port)"
    }

    /// The outcome for an address that is none of the web's.
    func unsupported() -> CheckOutcome { .notRequested(link, reason: "not an http or https address") }

    /// The outcome for a link whose host has asked to be left alone: what it has said of this link before, or `blocked` when the
    /// link was on its way there.
    func leftAlone(now: Date) -> CheckOutcome {
        let reason = "its host asks to be left alone for a while (429)"
        guard attempts > 0 else { return .notRequested(link, reason: reason) }
        if let pending { return .checked(link, record(pending.verdict, status: nil, reason: pending.reason, now: now)) }
        return .checked(link, record(.blocked, status: nil, reason: reason, now: now))
    }

    /// The next request, which counts as sent.
    ///
    /// - Throws: `HTTPError.unsupportedAddress` for an address that cannot be requested; such a one has no ``host`` either.
    mutating func nextRequest(timeout: Duration, now: Date) throws(HTTPError) -> HTTPRequest {
        started = started ?? now
        attempts += 1
        guard let url = URL(string: address) else {
            throw .unsupportedAddress(address)
        }
        seen.insert(address)
        return HTTPRequest(method, url, headers: Self.headers, timeout: timeout, bodyLimit: 0)
    }

    /// Takes what came of the request, and decides what comes next.
    mutating func take(_ result: Result<HTTPResponse, HTTPError>, policy: CheckPolicy, now: Date) -> Step {
        if case .success(let response) = result, let step = follow(response, policy: policy, now: now) { return step }
        if case .failure(.unsupportedAddress) = result { attempts -= 1 }
        let judgement = Judgement(result, policy: policy)
        pending = judgement
        let wish = judgement.isPassing ? (try? result.get())?.retryAfter(now: now) : nil
        let asksOtherWay = method == .head && judgement.dependsOnMethod
        if asksOtherWay { method = .get }
        let delay = wish ?? min(Self.firstDelay * (1 << min(retries, 10)), Self.longestDelay)
        if judgement.isPassing, retries < policy.retries, delay <= HostWish.longestPause {
            retries += 1
            return .send(after: delay)
        }
        // A server that asks for patience does not get another request at once.
        return asksOtherWay && wish == nil ? .send(after: .zero) : .finished(conclude(judgement, result, now: now))
    }

    /// Goes where a redirect leads; nil when the response is none, or one that the policy accepts as it is.
    private mutating func follow(_ response: HTTPResponse, policy: CheckPolicy, now: Date) -> Step? {
        guard !policy.accepts(response.status), let whole = response.redirectTarget?.absoluteString else { return nil }
        let (target, ownFragment) = whole.atFragment
        guard !seen.contains(target) else {
            return .finished(record(.flaky, status: response.status, reason: "redirects go in a circle", now: now))
        }
        guard seen.count <= Self.redirectLimit else {
            let reason = "more than \(Self.redirectLimit) redirects"
            return .finished(record(.flaky, status: response.status, reason: reason, now: now))
        }
        pending = nil
        isPermanent = isPermanent && [301, 308].contains(response.status)
        address = target
        // A redirect that names no fragment keeps the one before it (RFC 9110, section 10.2.2).
        if !ownFragment.isEmpty { fragment = ownFragment }
        return .send(after: .zero)
    }

    private func conclude(
        _ judgement: Judgement, _ result: Result<HTTPResponse, HTTPError>, now: Date
    ) -> CheckRecord {
        let status = try? result.get().status
        guard judgement.verdict == .ok, seen.count > 1, isPermanent else {
            return record(judgement.verdict, status: status, reason: judgement.reason, now: now)
        }
        var record = record(.moved, status: status, reason: "moved permanently", now: now)
        record.location = address + fragment
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
    /// An address up to the first `#`, and the rest of it.
    fileprivate var atFragment: (String, Substring) {
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
