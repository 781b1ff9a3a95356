import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import WebURLs

extension CheckPolicy {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init()
        concurrency = try arguments.integer("--concurrency", in: 1...1024) ?? concurrency
        perHost = try arguments.integer("--per-host", in: 1...1024) ?? perHost
        retries = try arguments.integer("--retries", in: 0...20) ?? retries
        interval = try arguments.duration("--interval") ?? interval
        timeout = try arguments.duration("--timeout", isZeroAllowed: false) ?? timeout
        maxAge = try arguments.duration("--max-age")
        if arguments.has("--host-rules") {
            hosts = try HostRule.rules(arguments)
        }
        if arguments.has("--fragments") {
            inspections.insert(.fragments)
        }
        if arguments.has("--changed") {
            inspections.insert(.contents)
        }
        skipped = try arguments.urlPatterns("--skip")
        guard let text = arguments.value("--accept") else { return }
        guard let ranges = Self.statuses(text) else {
            throw .invalidValue(option: "--accept", value: text, expected: Self.statusList)
        }
        accepted = ranges
    }

    fileprivate static let statusList = "statuses and ranges, such as 200..=299,429"

    fileprivate static func statuses(_ text: String) -> [ClosedRange<Int>]? {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let match = part.wholeMatch(of: /(\d{3})(?:\.\.(=?)(\d{3,4}))?/),
                let first = Int(match.1)
            else {
                return nil
            }
            let last = match.3.flatMap { Int($0) } ?? first
            let end = match.2 == "" ? last - 1 : last
            guard first >= 100, first <= end, end <= 999 else {
                return nil
            }
            ranges.append(first...end)
        }
        return ranges
    }
}

extension ParsedArguments {
    /// Returns the patterns in the values of the option. Patterns are separated by spaces, because
    /// a URL contains no spaces.
    fileprivate func urlPatterns(_ option: String) throws(UsageError) -> [URLPattern] {
        var patterns: [URLPattern] = []
        for value in values(option) {
            let texts = value.split(whereSeparator: \.isWhitespace)
            guard !texts.isEmpty else {
                let expected = "a pattern such as 'https://example.org/*' or '*.pdf'"
                throw .invalidValue(option: option, value: value, expected: expected)
            }
            patterns += texts.map { URLPattern(String($0)) }
        }
        return patterns
    }
}

extension HostRule {
    private enum Member: String, CaseIterable {
        case accept, headers, interval, skip

        var expectedValue: String {
            switch self {
            case .accept: CheckPolicy.statusList
            case .headers: "an object of header fields"
            case .interval: Duration.example
            case .skip: "true or false"
            }
        }
    }

    /// Returns the rules in the value of `--host-rules`, keyed by host pattern.
    fileprivate static func rules(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> [String: HostRule] {
        guard case .object(let rules)? = ConfigurationValue(arguments, "--host-rules") else {
            let text = arguments.value("--host-rules") ?? ""
            throw error(text, "a JSON object with a rule for each host")
        }
        var parsed: [String: HostRule] = [:]
        // Other users of the machine can read the command lines of all processes.
        let isPublic = arguments.origin(of: "--host-rules") == nil
        for (pattern, rule) in rules.sorted(by: { $0.key < $1.key }) {
            guard let normal = normalized(pattern) else {
                throw error(
                    pattern,
                    "a host such as example.org, example.org:8080 or *.example.org"
                )
            }
            let parsedRule = try HostRule(rule, of: pattern)
            if isPublic, let field = parsedRule.headers.first(where: { isSecret($0.key) }) {
                throw .rejectedValue(
                    option: "--host-rules",
                    reason:
                        "other users can see the header field '\(field.key)' in the list of processes; put the rule in "
                        + "the configuration (check.hosts) or in SHELF_CHECK_HOSTS"
                )
            }
            let former = parsed.updateValue(parsedRule, forKey: normal)
            guard former == nil else { throw error(pattern, "at most one rule for each host") }
        }
        return parsed
    }

    /// Returns whether a header field with the given lowercase name usually contains a secret.
    private static func isSecret(_ name: String) -> Bool {
        ["api-key", "apikey", "auth", "cookie", "password", "secret", "session", "token"]
            .contains { name.contains($0) }
    }

    /// Returns a pattern in the form that hosts have in normalized URLs: in lowercase ASCII, and
    /// without a default port. Returns `nil` if the string is not a pattern.
    private static func normalized(_ pattern: String) -> String? {
        guard
            let match = pattern.wholeMatch(
                of: /(\*\.)?([^*:\/?#@\[\]\s]+|\[[0-9A-Fa-f:.]+\])(:\d+)?/
            ),
            match.1 == nil || match.3 == nil && match.2.first != "[",
            let url = try? WebURL(
                normalizing: "\(match.3 == ":443" ? "https" : "http")://\(match.2)\(match.3 ?? "")"
            )
        else { return nil }
        return "\(match.1 ?? "")\(url.text.split(separator: "/")[1])"
    }

    private init(_ rule: ConfigurationValue, of pattern: String) throws(UsageError) {
        self.init()
        let members = Member.allCases.map(\.rawValue)
        guard case .object(let values) = rule else {
            throw Self.error(
                "\(pattern): \(rule.text)",
                "an object with the members \(members.joined(separator: ", "))"
            )
        }
        for (name, value) in values {
            let text = "\(pattern): \(name): \(value.text)"
            guard let member = Member(rawValue: name) else {
                let hint = name.suggestion(among: members).map { "; \($0)" } ?? ""
                throw Self.error(text, "one of \(members.joined(separator: ", "))\(hint)")
            }
            switch (member, value) {
            case (.accept, .scalar(let list?)) where CheckPolicy.statuses(list) != nil:
                accepted = CheckPolicy.statuses(list)
            case (.interval, .scalar(let time?)) where Duration(time) != nil:
                interval = Duration(time)
            case (.skip, .scalar("true")): isSkipped = true
            case (.skip, .scalar("false")): isSkipped = false
            case (.headers, .object(let fields)):
                for (field, value) in fields {
                    headers[field] = try Self.fieldValue(
                        value,
                        of: field,
                        "\(pattern): headers: \(field)"
                    )
                }
            default: throw Self.error(text, member.expectedValue)
            }
        }
    }

    /// Returns the value of a header field (RFC 9110, section 5).
    ///
    /// - Throws: An error if the name of the field is invalid, or if the value contains a control
    ///   character, such as a line break, which would begin another field.
    private static func fieldValue(
        _ value: ConfigurationValue,
        of field: String,
        _ text: String
    ) throws(UsageError) -> String {
        guard case .scalar(let value?) = value,
            field.wholeMatch(of: /[!#$%&'*+.^_`|~0-9A-Za-z-]+/) != nil,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { throw error(text, "header fields with single-line values") }
        return value
    }

    private static func error(_ value: String, _ expected: String) -> UsageError {
        .invalidValue(option: "--host-rules", value: value, expected: expected)
    }
}
