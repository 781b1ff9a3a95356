import LinkRows

/// A row with the given values.
struct Row: StoredRow {
    let values: [String?]

    init(_ values: String?...) {
        self.values = values
    }

    func text(_ column: Int32) -> String? {
        values[Int(column)]
    }

    func integer(_ column: Int32) -> Int64 {
        optionalInteger(column) ?? 0
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        text(column).flatMap { Int64($0) }
    }
}
