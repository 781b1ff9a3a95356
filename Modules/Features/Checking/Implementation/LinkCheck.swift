import CheckingInterface
import Core
import Foundation
import HTTPFields
import PagesInterface

/// The check of one link: a state machine that determines each request until the verdict is known.
///
/// The first request uses HEAD. If it fails and GET may have a different result, the check begins
/// again with GET at the saved URL, because many servers reject HEAD, respond to it incorrectly, or
/// redirect it to another page. These requests do not read the bodies of the responses. If the
/// policy requires the contents of the page, however, the check begins with GET and reads the body.
struct LinkCheck: Sendable {
    enum Step: Sendable {
        /// Send another request after a delay.
        case send(after: Duration)
        case finished(CheckRecord)
    }

    /// The maximum number of bytes to read from a page.
    private static let pageLimit = 1 << 20
    /// The delay before the first retry. It doubles for each further retry.
    private static let firstDelay = Duration.milliseconds(500)
    /// The maximum delay before a retry if the response has no `Retry-After` field.
    private static let longestDelay = Duration.seconds(30)
    /// Header fields that browsers send. Some servers refuse requests without these fields.
    static let headers: HTTPHeaders = [
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": "en,*;q=0.5",
    ]

    let link: Link
    /// The policy for the host of the link.
    let home: HostPolicy
    /// The policy for the host of the next request.
    private(set) var host: HostPolicy
    private var url: String
    /// The fragment of the URL, including the `#`. It is not part of the requests.
    private var fragment: Substring
    private var method = HTTPRequest.Method.head
    /// The requests since the check began, or since it began again with GET.
    private var chain = RedirectChain<Visit>()
    private var cookies = CookieJar()
    private var isPermanent = true
    private var attempts = 0
    private var retries = 0
    private var started: Date?

    /// A request for a page. The cookies are part of a visit, because a repeated request with other
    /// cookies may receive a different response.
    private struct Visit: Hashable {
        var url: String
        var cookies: String?
    }

    /// Creates a check of a link.
    ///
    /// - Parameter home: The policy for the host of the link.
    init(_ link: Link, on home: HostPolicy) {
        self.link = link
        self.home = home
        host = home
        (url, fragment) = link.url.splitAtFragment
        if needsPage {
            method = .get
        }
    }

    /// Whether the next request reads the page. A response to HEAD contains no page, even if a
    /// redirect adds a fragment that requires the page.
    var readsPage: Bool { method == .get && needsPage }

    /// Whether the verdict depends on the contents of the page.
    private var needsPage: Bool {
        host.findsChangedPages
            || host.findsMissingFragments && PageInspection.anchor(of: fragment) != nil
    }

    /// Returns the next request and counts it as sent.
    ///
    /// - Throws: `HTTPError.unsupportedURL` if the URL cannot be requested.
    mutating func nextRequest(now: Date) throws(HTTPError) -> HTTPRequest {
        started = started ?? now
        attempts += 1
        guard let target = URL(string: url) else {
            throw .unsupportedURL(url)
        }
        let cookies = cookies.field(for: target)
        chain.add(Visit(url: url, cookies: cookies))
        var headers = Self.headers
        for (name, value) in host.headers {
            headers[name] = value
        }
        if let cookies {
            headers["Cookie"] = headers["Cookie"].map { "\($0); \(cookies)" } ?? cookies
        }
        return HTTPRequest(
            method,
            target,
            headers: headers,
            timeout: host.timeout,
            bodyLimit: readsPage ? Self.pageLimit : 0
        )
    }

    /// Handles the response to the last request, and returns the next step. A redirect may change
    /// the host of the check.
    ///
    /// - Parameters:
    ///   - result: The response, or the error if the request failed.
    ///   - contents: The contents of the page in the response, if the check needs them.
    ///   - retriesAfterRefusal: The maximum number of retries if the host demands fewer requests,
    ///     otherwise `nil`. If it is not `nil`, the pace of the host determines the time of the
    ///     next request.
    ///   - policies: The policies for the hosts of the run.
    ///   - now: The current time.
    mutating func nextStep(
        after result: Result<HTTPResponse, HTTPError>,
        _ contents: PageContents? = nil,
        retriesAfterRefusal: Int? = nil,
        policies: inout HostPolicies,
        now: Date
    ) -> Step {
        if case .failure(.unsupportedURL) = result {
            attempts -= 1
        }
        if case .success(let response) = result {
            // Some sites set a cookie and redirect to the same page until they receive the cookie.
            for field in response.headers["Set-Cookie"]?.split(separator: "\n") ?? [] {
                cookies.add(String(field), from: response.url, now: now)
            }
        }
        let response: ResponseVerdict
        switch redirect(in: result) {
        case .target(let target, let isPermanent):
            follow(target, isPermanent: isPermanent, policies: &policies)
            return .send(after: .zero)
        case .refused(let reason): response = ResponseVerdict(unfollowed: reason)
        case nil: response = ResponseVerdict(result, from: host)
        }
        let retryAfter = response.isTemporary ? (try? result.get())?.retryAfter(now: now) : nil
        // The request may have been redirected only because its method is HEAD.
        let changesMethod =
            method == .head
            && (response.dependsOnMethod || response.verdict == .dead && chain.hasRedirects)
        let usualDelay = min(Self.firstDelay * (1 << min(retries, 10)), Self.longestDelay)
        let delay = retriesAfterRefusal == nil ? retryAfter ?? usualDelay : .zero
        let mayRetry = response.isTemporary && retries < retriesAfterRefusal ?? host.retries
        if mayRetry, delay <= HostDirective.longestPause {
            retries += 1
            if changesMethod {
                restart()
            }
            return .send(after: delay)
        }
        // If the response has a `Retry-After` field, an immediate GET request is not permitted.
        if changesMethod, retryAfter == nil {
            restart()
            return .send(after: .zero)
        }
        return .finished(conclude(response, result, contents, now: now))
    }

    /// Begins the check again at the saved URL, with GET.
    private mutating func restart() {
        method = .get
        (url, fragment) = link.url.splitAtFragment
        host = home
        chain = RedirectChain()
        isPermanent = true
    }

    private enum Redirect {
        case target(String, isPermanent: Bool)
        /// The redirect is not followed, for the given reason.
        case refused(String)
    }

    /// Returns the redirect in a response. Returns `nil` if the response is not a redirect to an
    /// HTTP URL, or if the policy accepts its status.
    private func redirect(in result: Result<HTTPResponse, HTTPError>) -> Redirect? {
        guard case .success(let response) = result, !host.accepts(response.status),
            let target = response.redirectTarget
        else { return nil }
        let url = target.absoluteString
        let visit = Visit(url: url.splitAtFragment.0, cookies: cookies.field(for: target))
        if let refusal = chain.refusal(of: visit) {
            return .refused(refusal.description)
        }
        return .target(url, isPermanent: [301, 308].contains(response.status))
    }

    private mutating func follow(_ target: String, isPermanent: Bool, policies: inout HostPolicies)
    {
        let (targetURL, targetFragment) = target.splitAtFragment
        self.isPermanent = self.isPermanent && isPermanent
        url = targetURL
        // If the scheme is neither `http` nor `https`, the host does not matter, because the client
        // rejects the URL.
        host = policies.policy(for: url) ?? host
        // A redirect without a fragment inherits the current fragment (RFC 9110, section 10.2.2).
        if !targetFragment.isEmpty {
            fragment = targetFragment
        }
    }

    private func conclude(
        _ response: ResponseVerdict,
        _ result: Result<HTTPResponse, HTTPError>,
        _ contents: PageContents?,
        now: Date
    ) -> CheckRecord {
        let status = try? result.get().status
        let isSuccess = status.map((200...299).contains) ?? false
        if isSuccess, let contents, let change = change(in: contents) {
            return record(.changed, status: status, reason: change, now: now)
        }
        let isElsewhere = url != link.url.splitAtFragment.0
        guard response.verdict == .ok, isElsewhere, isPermanent else {
            return record(response.verdict, status: status, reason: response.reason, now: now)
        }
        var record = record(.moved, status: status, reason: "moved permanently", now: now)
        record.location = url + fragment
        return record
    }

    /// Returns a description of the change if the page is no longer the saved page, otherwise
    /// `nil`.
    private func change(in contents: PageContents) -> String? {
        let inspection = PageInspection(contents, of: link, at: url)
        if host.findsChangedPages, let change = inspection.change {
            return change
        }
        return host.findsMissingFragments ? inspection.missingAnchor(fragment) : nil
    }

    private func record(
        _ verdict: Verdict,
        status: Int? = nil,
        reason: String?,
        now: Date
    ) -> CheckRecord {
        let duration = now.duration(since: started ?? now)
        return CheckRecord(
            link: link.id,
            verdict: verdict,
            status: status,
            attempts: attempts,
            milliseconds: Int((duration / .milliseconds(1)).rounded()),
            reason: reason,
            checked: now.wholeSeconds
        )
    }
}

extension String {
    /// The part before the first `#`, and the rest, which begins with the `#`.
    fileprivate var splitAtFragment: (String, Substring) {
        guard let mark = utf8.firstIndex(of: UInt8(ascii: "#")) else {
            return (self, "")
        }
        return (String(self[..<mark]), self[mark...])
    }
}
