import Foundation

enum TextCount {
    /// How often a file contains a text; a part of the file at a time, and 0 where there is none.
    static func occurrences(of text: String, inFile path: String) -> Int {
        guard let file = FileHandle(forReadingAtPath: path) else { return 0 }
        let wanted = Data(text.utf8)
        var count = 0
        var rest = Data()
        while let part = try? file.read(upToCount: 65_536), !part.isEmpty {
            rest += part
            var position = rest.startIndex
            while let range = rest.range(of: wanted, in: position..<rest.endIndex) {
                count += 1
                position = range.upperBound
            }
            // The text may begin in one part and end in the next.
            rest = Data(rest[position...].suffix(wanted.count - 1))
        }
        return count
    }
}
