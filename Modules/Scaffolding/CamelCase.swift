extension String {
    /// A name of a type as that of a property: `NoteBook` becomes `noteBook`, `URLBook` becomes `urlBook`.
    var asProperty: String {
        let capitals = prefix { $0.isUppercase }.count
        let isWord = capitals < count && self[index(startIndex, offsetBy: capitals)].isLowercase
        let head = isWord ? max(1, capitals - 1) : capitals
        return prefix(head).lowercased() + dropFirst(head)
    }
}
