/// The arguments of a command, written as in a shell.
///
/// Spaces separate the arguments of a literal, unless they are inside single quotes. An
/// interpolated value is never split, and an interpolated array adds one argument per element:
///
///     let call: CommandLine = "add \(url) --title 'Two words' \(options)"
struct CommandLine: ExpressibleByStringInterpolation, Sendable {
    let arguments: [String]

    init(stringLiteral text: String) {
        var words = StringInterpolation()
        words.appendLiteral(text)
        self.init(stringInterpolation: words)
    }

    init(stringInterpolation words: StringInterpolation) {
        arguments = words.finished
    }

    struct StringInterpolation: StringInterpolationProtocol {
        private var words: [String] = []
        /// The last argument, or `nil` after a space.
        private var word: String?
        private var isQuoted = false

        init(literalCapacity: Int = 0, interpolationCount: Int = 0) {}

        var finished: [String] {
            words + [word].compactMap(\.self)
        }

        mutating func appendLiteral(_ text: String) {
            for character in text {
                switch character {
                case "'":
                    isQuoted.toggle()
                    append("")
                case " " where !isQuoted:
                    endWord()
                default:
                    append(String(character))
                }
            }
        }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value.description)
        }

        mutating func appendInterpolation(_ arguments: [String]) {
            endWord()
            words += arguments
        }

        mutating func appendInterpolation(_ call: CommandLine) {
            appendInterpolation(call.arguments)
        }

        private mutating func append(_ text: String) {
            word = (word ?? "") + text
        }

        private mutating func endWord() {
            words = finished
            word = nil
        }
    }
}

extension CommandLine: CustomStringConvertible {
    var description: String {
        arguments.joined(separator: " ")
    }
}
