public import CheckingInterface
public import Core
public import JSONText

extension JSONValue {
    /// Returns a JSON object for a link and its latest check, as it appears in output and exports.
    ///
    /// Other programs rely on the names and meanings of the object's members.
    ///
    /// - Parameter run: The run of the latest verdict, or `nil` to omit `since` and `checks`.
    public static func link(
        _ link: Link,
        _ record: CheckRecord?,
        run: VerdictRun? = nil
    ) -> JSONValue {
        let runMembers: [(String, JSONValue)] =
            run.map { [("since", .optional($0.since)), ("checks", .optional($0.checks))] } ?? []
        return .object(
            [
                ("id", .integer(link.id)),
                ("url", .string(link.url)),
                ("title", .optional(link.title)),
                ("note", .optional(link.note)),
                ("tags", .array(link.tags.sorted().map { .string($0.name) })),
                ("added", .optional(link.added)),
                ("updated", .optional(link.updated)),
                ("verdict", .optional(record?.verdict.rawValue)),
                ("checked", .optional(record?.checked)),
            ] + runMembers
        )
    }
}
