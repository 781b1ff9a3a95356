import Core
import Foundation
import Testing

extension ScriptedSite: ExpressibleByStringInterpolation {
    /// Creates a site from lines with a path and its responses:
    ///
    ///     /old 301 to /new
    ///     HEAD /form 405
    ///     /busy 429 Retry-After 60, then 200
    ///     /slow 200 after 9 s
    ///     /page titled A page
    ///     /lost hangs
    ///     /broken resets
    ///     * 200
    ///
    /// The asterisk stands for all other paths. If there is none, they respond with status 500.
    public init(stringLiteral text: String) {
        var pages: [String: Behavior] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            let key = words.prefix { !$0.hasPrefix("/") && $0 != "*" }.count + 1
            let steps = words[key...].joined(separator: " ").components(separatedBy: ", then ")
            let behaviors = steps.map(Behavior.init(words:))
            pages[words[..<key].joined(separator: " ")] =
                behaviors.count == 1 ? behaviors[0] : .sequence(behaviors)
        }
        let otherwise = pages.removeValue(forKey: "*")
        self.init(pages, otherwise: otherwise ?? .respond(status: 500))
    }
}

extension ScriptedSite.Behavior {
    /// Creates a behavior from the words that describe a response.
    fileprivate init(words: String) {
        let parts = words.split(separator: " ", maxSplits: 1)
        guard let status = parts.first.flatMap({ Int($0) }) else {
            switch parts.first {
            case "titled" where parts.count == 2: self = .page(titled: String(parts[1]))
            case "resets": self = .reset
            case "hangs": self = .hang
            default:
                Issue.record("'\(words)' describes no response")
                self = .notScripted
            }
            return
        }
        var options = words.split(separator: " ").dropFirst()
        var headers: HTTPHeaders = [:]
        var delay: Duration?
        while let name = options.popFirst() {
            let value = options.popFirst().map(String.init) ?? ""
            switch name {
            case "to" where !value.isEmpty: headers["Location"] = value
            case "Retry-After" where Int(value) != nil: headers["Retry-After"] = value
            case "after" where Double(value) != nil && options.popFirst() == "s":
                delay = .milliseconds(Int(((Double(value) ?? 0) * 1000).rounded()))
            default: Issue.record("'\(name) \(value)' in '\(words)' is not an option of a response")
            }
        }
        let response = Self.respond(status: status, headers: headers)
        self = delay.map { .delayed(by: $0, response) } ?? response
    }

    /// Returns an HTML page with a title.
    public static func page(titled title: String) -> Self {
        .respond(headers: ["Content-Type": "text/html"], body: "<title>\(title)</title>")
    }
}
