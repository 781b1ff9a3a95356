import CheckingInterface
import Core
import Foundation

/// The policy for the requests to one host. All checks of links on the host share one instance.
final class HostPolicy: Sendable {
    /// The host name, followed by the port unless the port is the default port of the scheme.
    let name: String
    /// The maximum number of links on the host that are checked concurrently.
    let concurrency: Int
    let interval: Duration
    let retries: Int
    let timeout: Duration
    /// Header fields that override the checker's defaults.
    let headers: HTTPHeaders
    /// Whether the links of the host are skipped.
    let isSkipped: Bool
    let findsMissingFragments: Bool
    let findsChangedPages: Bool
    private let accepted: [ClosedRange<Int>]

    /// Creates the policy for a host. If the policy of the check contains a rule for the host, the
    /// values of the rule take precedence.
    fileprivate init(_ name: String, _ policy: CheckPolicy) {
        let rule = policy.rule(for: name)
        self.name = name
        concurrency = policy.perHost
        interval = max(.zero, rule?.interval ?? policy.interval)
        retries = policy.retries
        timeout = policy.timeout
        headers = rule?.headers ?? [:]
        isSkipped = rule?.isSkipped ?? false
        findsMissingFragments = policy.findsMissingFragments
        findsChangedPages = policy.findsChangedPages
        accepted = rule?.accepted ?? policy.accepted
    }

    func accepts(_ status: Int) -> Bool {
        (200...299).contains(status) || accepted.contains { $0.contains(status) }
    }
}

/// The policies for the hosts of a check. The policy for each host is resolved once.
struct HostPolicies {
    private let policy: CheckPolicy
    private var known: [String: HostPolicy] = [:]

    init(_ policy: CheckPolicy) {
        self.policy = policy
    }

    /// Returns the policy for the host of a URL, or `nil` if the URL's scheme is not `http` or
    /// `https`.
    mutating func policy(for url: String) -> HostPolicy? {
        guard let name = Self.name(in: url) else {
            return nil
        }
        if let policy = known[name] {
            return policy
        }
        let resolved = HostPolicy(name, policy)
        known[name] = resolved
        return resolved
    }

    /// Returns the name of the host in a URL, or `nil` if the URL's scheme is not `http` or
    /// `https`.
    static func name(in url: String) -> String? {
        plainName(in: url) ?? URL(string: url)?.httpHost
    }

    /// Returns the name of the host if the URL has a common form, otherwise `nil`. This shortcut
    /// matters because parsing a URL takes ten times as long, and the hosts of all links are needed
    /// before the first request.
    private static func plainName(in url: String) -> String? {
        let isSecure = url.utf8.starts(with: "https://".utf8)
        guard isSecure || url.utf8.starts(with: "http://".utf8) else {
            return nil
        }
        let authority = url.utf8.dropFirst(isSecure ? 8 : 7)
            .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let name = authority.prefix { $0.isPartOfHostName }
        let port = authority.dropFirst(name.count)
        let digits = port.dropFirst()
        guard !name.isEmpty,
            port.isEmpty || port.first == UInt8(ascii: ":") && !digits.isEmpty,
            digits.allSatisfy(\.isDigit), digits.first != UInt8(ascii: "0")
        else { return nil }
        let isDefault = port.elementsEqual(isSecure ? ":443".utf8 : ":80".utf8)
        return String(decoding: isDefault ? name : authority, as: UTF8.self)
    }
}

extension CheckPolicy {
    fileprivate func rule(for host: String) -> HostRule? {
        guard !hosts.isEmpty else { return nil }
        let isAddress = host.first == "["
        let name = isAddress ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        if let rule = hosts[host] ?? hosts[String(name)] {
            return rule
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        for start in labels.indices.dropFirst() {
            let pattern = "*." + labels[start...].joined(separator: ".")
            if let rule = hosts[pattern] {
                return rule
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isPartOfHostName: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
    }
}
