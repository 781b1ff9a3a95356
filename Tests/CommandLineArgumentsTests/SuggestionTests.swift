import CommandLineArguments
import Testing

struct SuggestionTests {
    private let commands = ["add", "list", "search", "show", "check", "import", "export"]

    @Test(arguments: [
        ("lst", "list"), ("llist", "list"), ("lisp", "list"), ("lsit", "list"), ("serch", "search"),
        ("chekc", "check"), ("epxrot", "export"), ("List", "list"), ("ad", "add"),
    ])
    func `a letter too few, too many, wrong or swapped is forgiven`(_ typed: String, _ meant: String) {
        #expect(typed.closest(among: commands) == meant)
    }

    @Test(arguments: [("sea", "search"), ("imp", "import"), ("sh", "show")])
    func `two letters or more stand for what they begin`(_ typed: String, _ meant: String) {
        #expect(typed.closest(among: commands) == meant)
    }

    @Test(arguments: ["frobnicate", "s", "", "lxxt", "searchable"])
    func `what is too far from everything is not guessed`(_ typed: String) {
        #expect(typed.closest(among: commands) == nil)
    }

    @Test func `the nearest is suggested, and of equals the first`() {
        #expect("--tga".closest(among: ["--age", "--tag"]) == "--tag")
        #expect("bat".closest(among: ["cat", "bar"]) == "cat")
        #expect("list".closest(among: []) == nil)
    }
}
