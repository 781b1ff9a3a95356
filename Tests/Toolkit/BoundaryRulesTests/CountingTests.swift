import BoundaryRules
import ProgramTesting
import Testing

struct CountingTests {
    @Test(
        arguments: Row.table(
            """
            0 → error → 0 errors
            1 → error → 1 error
            2 → error → 2 errors
            1 → dependency → 1 dependency
            2 → dependency → 2 dependencies
            2 → key → 2 keys
            2 → y → 2 ys
            """
        )
    )
    func `a noun is in the plural unless the number is 1`(row: Row) {
        #expect(Int(row[0])?.counting(row[1]) == row[2])
    }
}
