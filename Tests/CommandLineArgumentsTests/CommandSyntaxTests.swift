import CommandLineArguments
import Testing

struct CommandSyntaxTests {
    @Test func `the words that the first operand can be are the parts of a command`() {
        let tag = CommandSyntax(
            "tag", "", completing: [.words(["list", "rename"]), .words(["other"])], examples: [])
        #expect(tag.hasPart("rename") && !tag.hasPart("other") && !tag.hasPart("ren"))
        #expect(!CommandSyntax("import", "", completing: [.files], examples: []).hasPart("import"))
    }
}
