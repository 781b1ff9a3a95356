/// How one program does what is measured, and what shows that it did. Paths are seen from the folder of the section.
struct Call {
    let contender: Contender
    let arguments: [String]
    /// What is removed before each run.
    var removing: String?
    /// With what it is called before each run, after that; this is not measured.
    var preparing: [String]?
    /// Nil where its exit code is all that can be asked for.
    let proof: Proof?

    init(
        _ contender: Contender, _ arguments: [String], removing: String? = nil, preparing: [String]? = nil,
        proof: Proof?
    ) {
        self.contender = contender
        self.arguments = arguments
        self.removing = removing
        self.preparing = preparing
        self.proof = proof
    }
}

extension Call {
    /// What starts a program, and nothing else.
    static func start(_ contender: Contender) -> Call { Call(contender, contender.versionArguments, proof: nil) }
}

/// What shows that a program did the work: how often a text is somewhere afterwards.
struct Proof {
    enum Source {
        /// What it printed.
        case output
        /// A file that it wrote.
        case file(String)
        /// What it prints for other arguments.
        case answer(to: [String])
    }

    let text: String
    let times: Int
    var source = Source.output
}
