import SwiftSource

/// Finds the types of one file that conform to a role, and the initialisers that a test may call without arguments.
struct MockReader {
    private var cursor: TokenCursor
    private let role: String
    /// The names of public types, not generic, that conform to the role.
    private(set) var conforming: Set<String> = []
    /// The names of types that are made without arguments.
    private(set) var easy: Set<String> = []

    init(_ text: String, role: String) {
        cursor = TokenCursor(text)
        self.role = role
    }

    /// The types that the file declares publicly.
    private(set) var types: Set<String> = []

    mutating func read() {
        var isPublic = false
        while let token = cursor.current {
            switch token.kind {
            case .word("public"): isPublic = true
            case .word("final"): break
            case .word("struct"), .word("class"), .word("actor"), .word("extension"):
                cursor.advance()
                readType(isPublic: isPublic, isExtension: token.isWord("extension"))
                isPublic = false
                continue
            case _ where token.groupStep > 0:
                guard cursor.skipGroup() else { return }
                isPublic = false
                continue
            default: isPublic = false
            }
            cursor.advance()
        }
    }

    private mutating func readType(isPublic: Bool, isExtension: Bool) {
        guard let name = cursor.takeName(), let current = cursor.current, !current.isMark("<"), !current.isMark(".")
        else { return }
        if isPublic && !isExtension { types.insert(name) }
        if cursor.take(mark: ":") {
            repeat {
                guard let type = cursor.takeType() else { return }
                if type.split(separator: "&").contains(where: { $0.words.last == role }) { conforming.insert(name) }
            } while cursor.take(mark: ",")
        }
        // A conformance under conditions is of no use.
        while let token = cursor.current, !token.isMark("{") { cursor.advance() }
        guard cursor.take(mark: "{") else { return }
        readMembers(of: name, arePublic: isExtension && isPublic)
    }

    private mutating func readMembers(of name: String, arePublic: Bool) {
        var isPublic = arePublic
        while let token = cursor.current, !token.isMark("}") {
            if token.isWord("init"), isPublic {
                cursor.advance()
                if isCallableWithoutArguments() { easy.insert(name) }
                isPublic = arePublic
            } else if token.groupStep > 0 {
                guard cursor.skipGroup() else { return }
                isPublic = arePublic
            } else {
                if token.isWord("public") {
                    isPublic = true
                } else if !["convenience", "required", "nonisolated", "override"].contains(token.word) {
                    isPublic = arePublic
                }
                cursor.advance()
            }
        }
        cursor.advance()
    }

    /// Reads what follows `init`: whether each parameter has a default, and whether it neither fails nor waits.
    private mutating func isCallableWithoutArguments() -> Bool {
        cursor.take(mark: "(") && cursor.skipParameters() == true
            && cursor.current?.isWord("async") != true && cursor.current?.isWord("throws") != true
    }
}
