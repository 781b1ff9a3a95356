import Injection

/// Factories in large numbers, which differ in their names, types and files.
public enum ManyFactories {
    /// Registers and resolves a thousand factories: a hundred for each of ten types.
    public static func registerAndResolve(in container: Shelf) {
        registerAndResolve(Int.self, in: container)
        registerAndResolve(Int8.self, in: container)
        registerAndResolve(Int16.self, in: container)
        registerAndResolve(Int32.self, in: container)
        registerAndResolve(Int64.self, in: container)
        registerAndResolve(UInt.self, in: container)
        registerAndResolve(UInt8.self, in: container)
        registerAndResolve(UInt16.self, in: container)
        registerAndResolve(UInt32.self, in: container)
        registerAndResolve(UInt64.self, in: container)
    }

    private static func registerAndResolve<Label: Sendable>(
        _ label: Label.Type,
        in container: Shelf
    ) {
        for name in names {
            container(name: name) { Labeled<Label>(store: MemoryLinkStore()) }.register {
                Labeled(store: EmptyLinkStore())
            }
            _ = container(name: name) { Labeled<Label>(store: MemoryLinkStore()) }()
        }
    }

    /// Resolves a hundred factories of one type.
    public static func resolveHundred(in container: Shelf) {
        resolveHundred(Int.self, file: names[0], in: container)
    }

    /// Resolves a thousand factories in each of ten files.
    static func resolveTenThousand(in container: Shelf) {
        let labels: [any Sendable.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
        for file in names.prefix(10) {
            for label in labels {
                resolveHundred(label, file: file, in: container)
            }
        }
    }

    private static func resolveHundred<Label: Sendable>(
        _ label: Label.Type,
        file: StaticString,
        in container: Shelf
    ) {
        for name in names {
            _ = container(name: name, fileID: file) {
                Labeled<Label>(store: MemoryLinkStore())
            }.cached()
        }
    }

    /// A link store whose factory has another type for each label.
    private struct Labeled<Label>: Sendable {
        let store: any LinkStore
    }

    // A name must be a literal, so the names are written out. The hash of a factory excludes its
    // file, so a benchmark of fewer types in more files would measure collisions.
    private static let names: [StaticString] = [
        "00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13",
        "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27",
        "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41",
        "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55",
        "56", "57", "58", "59", "60", "61", "62", "63", "64", "65", "66", "67", "68", "69",
        "70", "71", "72", "73", "74", "75", "76", "77", "78", "79", "80", "81", "82", "83",
        "84", "85", "86", "87", "88", "89", "90", "91", "92", "93", "94", "95", "96", "97",
        "98", "99",
    ]
}
