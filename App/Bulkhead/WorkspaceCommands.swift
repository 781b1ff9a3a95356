import CommandLineArguments
import Scaffolding

enum AddCommand: Command {
    static let syntax = CommandSyntax(
        "add",
        "add a feature or a service to a workspace",
        operands: "feature|service NAME",
        count: 2...2,
        options: [
            .value(
                "--uses",
                "FEATURES",
                "pass these features to the implementation, such as Notes,Payments"
            ),
            .value(
                "--role",
                "NAME",
                "name the feature's protocol, or its type with --single (default: NAMEFeature)"
            ),
            .flag(
                "--single",
                "create one module instead of an interface, an implementation and a mock"
            ),
            .flag(
                "--example",
                "add a program in App/Examples that runs the feature alone, with mocks"
            ),
            .value(
                "--implements",
                "PROTOCOL",
                "implement this protocol in Core, or add a new protocol with this name"
            ),
        ] + ChangeRunner.options,
        discussion: """
            A feature has an interface with one example method, an implementation, a mock, a test, a README, a registration in
            Bootstrap, and a line in the manifest. With --uses, the implementation receives the roles of other features in init.
            With --single, the feature is one module with a public type, which only the app can use. When another feature needs
            it, 'bulkhead split' creates the interface and the mock.
            A service implements a protocol in Core. For an existing protocol, the service forwards every call to another
            implementation; replace the calls one by one. A new protocol is added to Core with one example method, a mock and a
            contract.
            The result builds, and its tests pass. The working tree must be clean, so that Git can undo the change.
            """,
        examples: [
            ("bulkhead add feature Payments", "add a feature with the protocol PaymentsFeature"),
            (
                "bulkhead add feature Favorites --single --role FavoriteList",
                "add a feature that is one module"
            ),
            (
                "bulkhead add feature Archive --role NoteArchive --uses Notes --example",
                "add a feature that uses another feature"
            ),
            (
                "bulkhead add service Redis --implements NoteStore",
                "add a service, and tests that check the contract of NoteStore"
            ),
            ("bulkhead add feature Payments --dry-run", "print the files that would be written"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let part = try WorkspacePart(arguments)
        let hasExample = arguments.has("--example")
        let unsupported =
            part.kind == .feature
            ? ["--implements"] : ["--uses", "--role", "--single", "--example"]
        if let option = unsupported.first(where: arguments.has) {
            throw UsageError.custom(
                "'\(option)' is not an option of 'add \(part.kind.rawValue)'; 'bulkhead add --help' lists the options"
            )
        }
        let change: any WorkspaceChange
        switch part.kind {
        case .feature:
            change = AddFeature(
                part.name,
                role: arguments.value("--role"),
                uses: arguments.values("--uses").flatMap {
                    $0.split(separator: ",").map(String.init)
                },
                hasExample: hasExample,
                isSingle: arguments.has("--single")
            )
        case .service:
            guard let role = arguments.value("--implements") else {
                throw UsageError.custom(
                    "a service implements a protocol in Core; specify the protocol with --implements, such as --implements NoteStore"
                )
            }
            change = AddService(part.name, implements: role)
        }
        return try await ChangeRunner.run(
            change,
            title: "add \(part.kind.rawValue) \(part.name)",
            next: [
                "swift test --filter \(part.name)Tests",
                hasExample ? "swift run \(part.name)Example" : nil,
                "replace the example in Modules/\(part.kind == .feature ? "Features" : "Services")/\(part.name)",
            ].compactMap(\.self),
            arguments,
            console
        )
    }
}

enum SplitCommand: Command {
    static let syntax = CommandSyntax(
        "split",
        "split a feature that is one module into an interface, an implementation and mocks",
        operands: "FEATURE",
        count: 1...1,
        options: ChangeRunner.options,
        discussion: """
            Divides a feature that 'bulkhead add feature --single' wrote into an interface, an implementation, mocks and tests. The
            public members of the type that the container provides become a protocol with the name of the type, and the type
            gets the prefix Default. Other public types move to the interface. Bootstrap, the app and the tests are edited.
            If a protocol or mock does not support a member, for example because of a default argument, an error states the place.
            """,
        examples: [
            (
                "bulkhead split Payments",
                "divide Payments into Payments, PaymentsInterface and PaymentsTesting"
            ),
            ("bulkhead split Payments --dry-run", "print the files that would change"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let part = try WorkspacePart(.feature, existing: arguments.operands[0], in: arguments)
        return try await ChangeRunner.run(
            FeatureSplit(part.name),
            title: "split \(part.name)",
            next: ["swift test --filter \(part.name)Tests", "git diff -M  # to review the change"],
            arguments,
            console
        )
    }
}

enum RenameCommand: Command {
    static let syntax = CommandSyntax(
        "rename",
        "rename a feature or a service everywhere",
        operands: "feature|service OLD NEW",
        count: 3...3,
        options: ChangeRunner.options,
        discussion: """
            Renames modules, folders and files, and all declarations of the feature or service whose names contain its name. For a
            feature Notes, these are types such as NotesError and StoredNotes, but not NoteBook. They change in all sources and
            pages. The name alone changes in the files of the feature or service, and elsewhere only in imports, paths and code
            spans.
            A name that other code also declares is kept and reported. A new name that already exists is an error.
            """,
        examples: [
            (
                "bulkhead rename feature Notes Journal",
                "rename the modules to Journal, JournalInterface, JournalTests …"
            ),
            ("bulkhead rename service Files Disk", "rename the module Files and its tests"),
            (
                "bulkhead rename feature Notes Journal --dry-run",
                "print the files that would change"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let part = try WorkspacePart(existing: arguments)
        let newName = arguments.operands[2]
        return try await ChangeRunner.run(
            Renaming(part.kind, part.name, to: newName),
            title: "rename \(part.kind.rawValue) \(part.name) \(newName)",
            next: ["swift test --filter \(newName)Tests", "git diff -M  # to review the change"],
            arguments,
            console
        )
    }
}

enum RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "remove",
        "remove a feature or a service that nothing else uses",
        operands: "feature|service NAME",
        count: 2...2,
        options: ChangeRunner.options,
        discussion: """
            Removes what 'bulkhead add' writes: modules, tests, example, registration, and the line of the manifest. If only the
            removed service provides a role in Core, the role, its mock and its contract are removed too.
            If another source or the manifest still uses the feature or service, an error lists the places.
            """,
        examples: [
            ("bulkhead remove feature Notes", "remove the feature, or list the places that use it"),
            ("bulkhead remove service Redis", "remove the service, its tests and its registration"),
            ("bulkhead remove feature Notes --dry-run", "print the files that would be removed"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let part = try WorkspacePart(existing: arguments)
        return try await ChangeRunner.run(
            Removal(part.kind, part.name),
            title: "remove \(part.kind.rawValue) \(part.name)",
            next: ["Tests/run"],
            arguments,
            console
        )
    }
}

extension ParsedArguments {
    /// The folder of the workspace. The default is the nearest folder with a workspace, searching
    /// upward from the current folder.
    var workspacePath: String { value("--package-path") ?? Workspace.nearestPath ?? "." }
}

extension WorkspacePart {
    fileprivate init(_ arguments: ParsedArguments) throws(UsageError) {
        guard let kind = Kind(rawValue: arguments.operands[0]) else {
            throw .custom(
                "invalid kind '\(arguments.operands[0])': expected feature or service"
            )
        }
        self.init(kind, arguments.operands[1])
    }

    /// Creates the part that the first two operands name. Throws an error with a suggestion if the
    /// workspace has no such part.
    fileprivate init(existing arguments: ParsedArguments) throws {
        let part = try WorkspacePart(arguments)
        try self.init(part.kind, existing: part.name, in: arguments)
    }

    fileprivate init(_ kind: Kind, existing name: String, in arguments: ParsedArguments) throws {
        self.init(kind, name)
        let names = try Workspace(at: arguments.workspacePath).names(of: kind)
        guard !names.contains(name) else { return }
        let list =
            names.isEmpty
            ? "there are no \(kind.rawValue)s"
            : "the \(kind.rawValue)s are \(names.joined(separator: ", "))"
        let hint = name.suggestion(among: names) ?? list
        throw UsageError.custom("unknown \(kind.rawValue) '\(name)'; \(hint)")
    }
}

extension ChangeRunner {
    static let options: [OptionSyntax] = [
        .flag("--dry-run", short: "-n", "print the changes without making them"),
        .flag(
            "--force",
            short: "-f",
            "proceed despite uncommitted changes, or outside a Git repository"
        ),
    ]

    fileprivate static func run(
        _ change: any WorkspaceChange,
        title: String,
        next: [String],
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> ExitCode {
        let runner = ChangeRunner(
            of: try Workspace(at: arguments.workspacePath),
            isDryRun: arguments.has("--dry-run"),
            isForced: arguments.has("--force"),
            showProgress: console.showProgress
        )
        let result: Result
        do {
            defer {
                console.endProgress()
            }
            result = try await runner.apply(change)
        }
        try console.print(result, title: title, isDryRun: arguments.has("--dry-run"), next: next)
        return .done
    }
}

extension Console {
    func print(
        _ result: ChangeRunner.Result,
        title: String,
        isDryRun: Bool,
        next: [String]
    ) throws {
        try print(isDryRun ? "\(title) would do this:" : "\(title):")
        try print(ChangeTree(result.changes).text())
        for note in result.notes {
            try print("note: \(note)")
        }
        if !isDryRun {
            try print("next:\n" + next.map { "  \($0)" }.joined(separator: "\n"))
        }
    }
}

/// Changes as an abbreviated tree, in which `+` marks added files, `~` changed files, and `-`
/// removed files.
struct ChangeTree {
    private var kind: Change.Kind?
    private var children: [String: ChangeTree] = [:]

    init(_ changes: [Change]) {
        for change in changes {
            insert(change.path.split(separator: "/")[...], change.kind)
        }
    }
    private init() {}

    private mutating func insert(_ path: ArraySlice<Substring>, _ kind: Change.Kind) {
        guard let name = path.first else {
            return self.kind = kind
        }
        children[String(name), default: ChangeTree()].insert(path.dropFirst(), kind)
    }

    /// Returns the lines of the tree.
    ///
    /// A folder is abbreviated to one line if it contains more than `limit` files that all change
    /// in the same way.
    func text(limit: Int = 12) -> String {
        lines(limit).joined(separator: "\n")
    }
    private var kinds: [Change.Kind] { kind.map { [$0] } ?? children.values.flatMap(\.kinds) }

    private func lines(_ limit: Int) -> [String] {
        children.sorted { $0.key < $1.key }.flatMap { $0.value.lines(name: $0.key, limit) }
    }

    private func lines(name: String, _ limit: Int) -> [String] {
        if let kind {
            return ["\(kind.rawValue) \(name)"]
        }
        if children.count == 1, let (only, child) = children.first, child.kind == nil {
            return child.lines(name: "\(name)/\(only)", limit)
        }
        let kinds = kinds
        if kinds.count > limit, let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) {
            return ["\(kind.rawValue) \(name)/  (\(kinds.count) files)"]
        }
        return ["  \(name)/"] + lines(limit).map { "  \($0)" }
    }
}
