public import JSONText

extension JSONValue {
    /// A link, and what its newest check said: the object that every command prints and every file holds.
    ///
    /// The names of the members and their meaning are a promise to programs.
    public static func link(_ link: Link, _ record: CheckRecord?) -> JSONValue {
        .object([
            ("id", .integer(link.id)), ("url", .string(link.url)), ("title", .optional(link.title)),
            ("note", .optional(link.note)), ("tags", .array(link.tags.sorted().map { .string($0.name) })),
            ("added", .optional(link.added)), ("updated", .optional(link.updated)),
            ("verdict", .optional(record?.verdict.rawValue)), ("checked", .optional(record?.checked)),
        ])
    }
}
