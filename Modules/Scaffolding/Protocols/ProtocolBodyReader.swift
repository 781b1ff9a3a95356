import SwiftSource

/// Finds one protocol in one file, and reads its header.
struct ProtocolBodyReader {
    let name: String
    var cursor: TokenCursor
    private let path: String
    private let remedy: String
    private var accessLevel: String?
    private var attributes: [String] = []
    private var conditions = 0
    /// The line of what is being read.
    var line = 1

    init(_ name: String, path: String, text: String, remedy: String) {
        self.name = name
        self.path = path
        self.remedy = remedy
        cursor = TokenCursor(text)
    }

    /// Where what is being read begins, for people.
    var place: String { "\(path):\(line)" }

    /// The error for what is being read.
    func refusal(_ reason: String) -> ScaffoldingError {
        .sourceNotUnderstood(path: place, reason: reason, remedy: remedy)
    }

    /// Goes to the name of the protocol; false where the file declares it not at its top.
    mutating func find() throws(ScaffoldingError) -> Bool {
        while let token = cursor.current {
            switch token.kind {
            case .word("import"):
                cursor.advance()
                cursor.advance()
            case .mark("@"):
                guard let attribute = cursor.skipAttribute() else { return false }
                attributes.append(attribute)
            case .word("protocol") where cursor.next?.word == name:
                cursor.advance()
                line = cursor.line
                if conditions > 0 { throw refusal("'\(name)' stands within #if") }
                return true
            case .word("public"), .word("package"), .word("internal"), .word("fileprivate"), .word("private"):
                accessLevel = token.word
                cursor.advance()
            case .directive(let word):
                conditions += word == "if" ? 1 : word == "endif" ? -1 : 0
                cursor.advance()
            default:
                (accessLevel, attributes) = (nil, [])
                if token.groupStep > 0 { guard cursor.skipGroup() else { return false } } else { cursor.advance() }
            }
        }
        return false
    }

    /// Reads from the name up to the brace that opens the body, and goes past it.
    mutating func readHeader() throws(ScaffoldingError) -> (isPublic: Bool, inherited: [String]) {
        if let attribute = attributes.first { throw refusal("'\(name)' has the attribute '@\(attribute)'") }
        cursor.advance()
        if cursor.current?.isMark("<") == true { throw refusal("'\(name)' has associated types") }
        var inherited: [String] = []
        if cursor.take(mark: ":") {
            repeat {
                guard let type = cursor.takeType() else {
                    throw refusal("what '\(name)' inherits from is not readable")
                }
                inherited += type.split(separator: "&").map { $0.filter { $0 != " " } }
            } while cursor.take(mark: ",")
        }
        if cursor.current?.isWord("where") == true { throw refusal("'\(name)' has a where clause") }
        guard cursor.take(mark: "{") else { throw refusal("'\(name)' has no body") }
        return (accessLevel == "public", inherited)
    }
}
