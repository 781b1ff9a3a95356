import ProgramTesting
import Scaffolding
import Testing

struct BaselineRenamingTests {
    @Test func `renaming a feature renames its modules in the baseline`() throws {
        let shop = try SampleWorkspace()
        let entry = { (module: String, subject: String) in
            #"{"module":"\#(module)","rule":"undeclared-import","subject":"\#(subject)"}"#
        }
        let file = "boundaries-baseline.json"
        try shop.write(
            """
            {"violations": [
              \(entry("Notes", "Core")),
              \(entry("NotesTests", "NotesInterface")),
              \(entry("Tags", "Notes"))
            ]}

            """,
            to: file
        )
        try shop.rename(.feature, "Notes", to: "Journal")
        #expect(
            try shop.text(file) == """
                {"violations": [
                  \(entry("Journal", "Core")),
                  \(entry("JournalTests", "JournalInterface")),
                  \(entry("Tags", "Journal"))
                ]}

                """
        )
    }
}
