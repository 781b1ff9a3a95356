public import SwiftSource

/// A call in a manifest that declares targets by lists of modules, such as
/// `feature("Sales", uses: ["Pages"])`.
///
/// The manifest itself declares the function, with a name as the first parameter and with one or
/// more of the lists.
public struct ManifestPart: Sendable {
    /// A list of modules, named by the label of its argument. Each list also counts for the targets
    /// of the lists before it: the implementation of a feature can import what its interface
    /// exposes.
    public enum List: String, Sendable, CaseIterable, Comparable {
        /// The modules that only the tests use.
        case tests
        /// The modules that the code uses.
        case uses
        /// The modules that the interface of a feature uses.
        case exposes

        public static func < (first: List, second: List) -> Bool {
            allCases.prefix { $0 != second }.contains(first)
        }
    }

    /// The call up to the name, such as `feature("Sales")`.
    public let text: String
    /// The location of the name.
    public let location: SourceLocation
    /// The index of the token of the name.
    package let nameIndex: Int
    /// The labels of the function's parameters after the name, in order.
    package let labels: [String]
    /// The labels of the parameters with a default value.
    private let optionalLabels: [String]
    let name: String
    /// Whether the call declares only the tests of the module with the name.
    private let declaresTests: Bool
    /// The modules that each list names literally.
    private var names: [List: [String]] = [:]

    /// The lists that the function accepts.
    private var lists: [List] { List.allCases.filter { labels.contains($0.rawValue) } }

    /// Returns the targets whose dependencies are in a list, including those of the lists before.
    public func targets(of list: List) -> [String] {
        lists.filter { $0 <= list }.flatMap { list in
            switch list {
            case .tests: ["\(name)Tests"]
            case .uses: [declaresTests ? "\(name)Tests" : name]
            case .exposes: ["\(name)Interface", "\(name)Testing"]
            }
        }
    }

    /// Returns the list for the dependencies of a target, or `nil` if the call does not declare it.
    public func list(for target: String) -> List? {
        lists.first { targets(of: $0).contains(target) }
    }

    /// Whether a target contains the mocks of a feature, which have no list of their own.
    func isForMocks(_ target: String) -> Bool {
        target == "\(name)Testing"
    }

    /// Whether a call need not have a list.
    package func canOmit(_ list: List) -> Bool {
        optionalLabels.contains(list.rawValue)
    }

    /// Returns the list that names a module literally, or `nil`.
    public func list(naming module: String) -> List? {
        List.allCases.last { names[$0]?.contains(module) == true }
    }
}

// MARK: - Reading

extension ManifestPart {
    /// A function that declares targets.
    private struct Function {
        let nameLabel: String
        let labels: [String]
        let optionalLabels: [String]
    }

    /// Returns the calls in a manifest that declare targets by lists of modules.
    package static func list(in text: [UInt8], _ tokens: [Token]) -> [ManifestPart] {
        let functions = functions(tokens)
        return tokens.indices.compactMap { index in
            guard let word = tokens[index].word, let function = functions[word] else { return nil }
            return ManifestPart(calling: function, named: word, at: index, of: tokens, in: text)
        }
    }

    private static func functions(_ tokens: [Token]) -> [String: Function] {
        var functions: [String: Function] = [:]
        for index in tokens.indices.dropLast(2)
        where tokens[index].isWord("func") && tokens[index + 2].isPunctuation("(") {
            let parameters = arguments(tokens, opening: index + 2)
            guard let first = parameters.first?.first?.word else { continue }
            let labels = parameters.dropFirst().compactMap(\.first?.word)
            let lists = parameters.filter { parameter in
                let type = parameter.compactMap(\.text).joined()
                return List(rawValue: parameter.first?.word ?? "") != nil
                    && type.contains(":[String]")
            }
            guard let name = tokens[index + 1].word, !lists.isEmpty else { continue }
            let optional = parameters.filter { $0.contains { $0.isPunctuation("=") } }
            functions[name] = Function(
                nameLabel: first,
                labels: labels,
                optionalLabels: optional.compactMap(\.first?.word)
            )
        }
        return functions
    }

    /// Returns the tokens of each argument or parameter of a list in parentheses.
    private static func arguments(_ tokens: [Token], opening: Int) -> [ArraySlice<Token>] {
        guard let end = tokens.endOfGroup(at: opening) else { return [] }
        var arguments: [ArraySlice<Token>] = []
        var start = opening + 1
        var depth = 0
        for index in start...end {
            if index == end || depth == 0 && tokens[index].isPunctuation(",") {
                if index > start {
                    arguments.append(tokens[start..<index])
                }
                start = index + 1
            }
            depth += tokens[index].nestingChange
        }
        return arguments
    }

    private init?(
        calling function: Function,
        named word: String,
        at index: Int,
        of tokens: [Token],
        in text: [UInt8]
    ) {
        guard index + 1 < tokens.count, tokens[index + 1].isPunctuation("(") else { return nil }
        let arguments = Self.arguments(tokens, opening: index + 1)
        let hasLabel = function.nameLabel != "_"
        guard let first = arguments.first, first.count == (hasLabel ? 3 : 1),
            !hasLabel || first.first?.isWord(function.nameLabel) == true,
            let token = first.last, let name = token.literal(in: text)
        else { return nil }
        self.name = name
        nameIndex = first.endIndex - 1
        location = token.location
        labels = function.labels
        optionalLabels = function.optionalLabels
        declaresTests = word == "tests"
        let dot = index > 0 && tokens[index - 1].isPunctuation(".") ? "." : ""
        let label = hasLabel ? "\(function.nameLabel): " : ""
        self.text = "\(dot)\(word)(\(label)\"\(name)\")"
        for argument in arguments.dropFirst() {
            guard let list = argument.first?.word.flatMap(List.init) else { continue }
            names[list] = argument.compactMap { $0.literal(in: text) }
        }
    }
}
