extension String {
    /// The name of a property for a type of this name: `noteBook` for `NoteBook`, `httpClient` for `HTTPClient`.
    package var asProperty: String {
        let capitals = prefix { $0.isUppercase }
        // The last capital of several begins the next word, unless the name ends there or goes on with a digit.
        let next = dropFirst(capitals.count).first
        let count = capitals.count > 1 && next?.isLowercase == true ? capitals.count - 1 : capitals.count
        return prefix(count).lowercased() + dropFirst(count)
    }
}
