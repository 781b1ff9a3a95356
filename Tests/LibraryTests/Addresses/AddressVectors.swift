import LibraryInterface

/// Addresses as they are written, by subject, and what becomes of them.
enum AddressVectors {
    /// Addresses of the web, with their normal form.
    static let web = [slashes, users, names, international, numbers, brackets, paths, queries].flatMap(\.self)

    /// What is no address of the web, with the reason.
    static let refused = [
        refusedSlashes, refusedUsers, refusedNames, refusedInternational, refusedNumbers, refusedBrackets,
    ].flatMap(\.self)
}
