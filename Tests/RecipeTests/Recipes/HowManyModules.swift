import Testing

struct HowManyModulesTests {
    @Test func `the figures are those of the page on build times`() throws {
        let rows = try Page("Docs/Recipes/HowManyModules.md").lines.filter {
            $0.hasPrefix("| 100 |")
        }
        #expect(rows.count == 5)
        #expect(try Set(rows).isSubset(of: Page("Docs/BuildTimes.md").lines))
    }
}
