import FeatureName
import FeatureNameInterface
import Testing

struct OrderedRoleNameTests {
    private let roleName: any RoleName = OrderedRoleName()

    @Test func `entries come back whole, in the order in which they came`() async throws {
        let first = try await roleName.add("one")
        let second = try await roleName.add("two")
        #expect(try await roleName.entries() == [first, second])
        #expect([first, second].map(\.number) == [1, 2])
        #expect([first, second].map(\.text) == ["one", "two"])
    }

    @Test func `the space around a text is not kept`() async throws {
        #expect(try await roleName.add("  one and two\n").text == "one and two")
    }

    @Test(arguments: ["", " ", "\n\t"])
    func `a text of nothing but space is refused, and nothing is kept`(text: String) async throws {
        await #expect(throws: FeatureNameError.noText) { try await roleName.add(text) }
        #expect(try await roleName.entries().isEmpty)
    }

    @Test func `entries that are added at once have numbers of their own`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 1...50 {
                group.addTask { try await roleName.add("\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try await roleName.entries().map(\.number) == Array(1...50))
    }
}
