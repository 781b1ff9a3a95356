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

    /// The delay before the first retry. It doubles for each further retry.
    private static let firstDelay = Duration.milliseconds(500)
    /// The maximum delay before a retry if the response has no `Retry-After` field.
    private static let longestDelay = Duration.seconds(30)

    let link: Link
    /// The policy for the host of the link.
    let home: HostPolicy
    /// The policy for the host of the next request.
    var host: HostPolicy
    /// The URL of the next request.
    private(set) var url: String
    /// The fragment of the URL, including the `#`. It is not part of the requests.
    private var fragment: Substring
    private var method = HTTPRequest.Method.head
    /// The requests since the check began, or since it began again with GET.
    private var chain = RedirectChain<Visit>()
    private var cookies = CookieJar()
    /// Whether all redirects so far are permanent.
    private var isPermanent = true
    /// The URL to which the permanent redirects before the first temporary redirect lead.
    private var location: String?
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
        host.general.inspections.contains(.contents)
            || host.general.inspections.contains(.fragments)
                && PageInspection.anchor(of: fragment) != nil
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
        var request = host.request(method, target)
        if let cookies {
            let others = request.headers["Cookie"].map { "\($0); " } ?? ""
            request.headers["Cookie"] = others + cookies
        }
        if !readsPage {
            request.bodyLimit = 0
        }
        return request
    }

    /// Handles the response to the last request, and returns the next step. The next request may
    /// be to another host.
    ///
    /// - Parameters:
    ///   - result: The response, or the error if the request failed.
    ///   - contents: The contents of the page in the response, if the check needs them.
    ///   - retriesAfterRefusal: The maximum number of retries if the host demands fewer requests,
    ///     otherwise `nil`. If it is not `nil`, the pace of the host determines the time of the
    ///     next request.
    ///   - now: The current time.
    mutating func nextStep(
        after result: Result<HTTPResponse, HTTPError>,
        _ contents: PageContents? = nil,
        retriesAfterRefusal: Int? = nil,
        now: Date
    ) -> Step {
        var verdict = ResponseVerdict(result, from: host)
        switch result {
        case .success(let response):
            // Some sites set a cookie and redirect to the same page until they receive the cookie.
            for field in response.headers["Set-Cookie"]?.split(separator: "\n") ?? [] {
                cookies.add(String(field), from: response.url, now: now)
            }
            if !host.accepts(response.status), let target = response.redirectTarget {
                let isPermanent = [301, 308].contains(response.status)
                guard let refusal = follow(target, isPermanent: isPermanent) else {
                    return .send(after: .zero)
                }
                verdict = ResponseVerdict(unfollowed: refusal)
            }
        case .failure(.unsupportedURL): attempts -= 1
        case .failure: break
        }
        let retryAfter = verdict.isTemporary ? (try? result.get())?.retryAfter(now: now) : nil
        let usualDelay = min(Self.firstDelay * (1 << min(retries, 10)), Self.longestDelay)
        let delay = retriesAfterRefusal == nil ? retryAfter ?? usualDelay : .zero
        let mayRetry =
            verdict.isTemporary && retries < retriesAfterRefusal ?? host.general.retries
            && delay <= RequestPacer.longestPause
        // The request may have been redirected only because its method is HEAD.
        let mayDependOnMethod =
            verdict.dependsOnMethod || verdict.verdict == .dead && chain.hasRedirects
        let changesMethod = method == .head && mayDependOnMethod
        // If the response has a `Retry-After` field, an immediate GET request is not permitted.
        guard mayRetry || changesMethod && retryAfter == nil else {
            return .finished(record(of: verdict, result, contents, now: now))
        }
        if mayRetry {
            retries += 1
        }
        if changesMethod {
            restart()
        }
        return .send(after: mayRetry ? delay : .zero)
    }

    /// Begins the check again at the saved URL, with GET.
    private mutating func restart() {
        method = .get
        (url, fragment) = link.url.splitAtFragment
        chain = RedirectChain()
        isPermanent = true
        location = nil
    }

    /// Follows a redirect, or returns the reason why it is not followed.
    private mutating func follow(_ target: URL, isPermanent: Bool) -> String? {
        let (targetURL, targetFragment) = target.absoluteString.splitAtFragment
        let visit = Visit(url: targetURL, cookies: cookies.field(for: target))
        if let refusal = chain.refusal(of: visit) {
            return refusal
        }
        self.isPermanent = self.isPermanent && isPermanent
        url = targetURL
        // A redirect without a fragment inherits the current fragment (RFC 9110, section 10.2.2).
        if !targetFragment.isEmpty {
            fragment = targetFragment
        }
        if self.isPermanent {
            location = url + fragment
        }
        return nil
    }

    private func record(
        of verdict: ResponseVerdict,
        _ result: Result<HTTPResponse, HTTPError>,
        _ contents: PageContents?,
        now: Date
    ) -> CheckRecord {
        let status = try? result.get().status
        let duration = now.duration(since: started ?? now)
        var record = CheckRecord(
            link: link.id,
            verdict: verdict.verdict,
            status: status,
            attempts: attempts,
            milliseconds: Int((duration / .milliseconds(1)).rounded()),
            reason: verdict.reason,
            checked: now.wholeSeconds,
            inspections: host.general.inspections
        )
        let isSuccess = status.map((200...299).contains) ?? false
        // A page that redirects to itself, for example to set a cookie, has not moved.
        let isElsewhere = ![url, location?.splitAtFragment.0].contains(link.url.splitAtFragment.0)
        if isSuccess, let contents, let change = change(in: contents) {
            record.verdict = .changed
            record.reason = change
        } else if verdict.verdict == .ok, isElsewhere, let location {
            record.verdict = .moved
            record.reason = "moved permanently"
            record.location = location
        }
        return record
    }

    /// Returns a description of the change if the page is no longer the saved page, otherwise
    /// `nil`.
    private func change(in contents: PageContents) -> String? {
        let inspection = PageInspection(contents: contents, link: link, url: url)
        if host.general.inspections.contains(.contents), let change = inspection.change {
            return change
        }
        return host.general.inspections.contains(.fragments)
            ? inspection.missingAnchor(fragment) : nil
    }
}

extension String {
    /// The part before the first `#`, and the rest, which begins with the `#`.
    fileprivate var splitAtFragment: (String, Substring) {
        let mark = utf8.firstIndex(of: UInt8(ascii: "#")) ?? endIndex
        return (String(self[..<mark]), self[mark...])
    }
}
