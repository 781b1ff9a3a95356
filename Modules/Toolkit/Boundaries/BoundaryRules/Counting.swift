extension Int {
    /// Returns the number and a noun in the singular or the plural, such as "1 error" or "2
    /// dependencies".
    public func counting(_ noun: String) -> String {
        if self == 1 {
            return "1 \(noun)"
        }
        guard noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before)
        else {
            return "\(self) \(noun)s"
        }
        return "\(self) \(noun.dropLast())ies"
    }
}
