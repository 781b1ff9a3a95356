import Core
import Foundation
import LibraryInterface

/// The links with which the contract is checked.
enum Samples {
    /// Addresses that a library does not keep, and why.
    static let refused: [(address: String, problem: AddressProblem)] = [
        ("javascript:alert(1)", .unsupportedScheme("javascript")), ("place:sort=8", .unsupportedScheme("place")),
        ("example", .noScheme), ("", .empty),
    ]

    static func url(_ path: String) -> String { "https://example.com/\(path)" }

    static func day(_ day: Int) -> Date { Date(timeIntervalSince1970: 1_600_000_000 + Double(day) * 86_400) }

    static func tags(_ names: [String]) -> Set<LinkTag> { Set(names.compactMap { LinkTag($0) }) }

    static func draft(
        _ path: String, title: String? = nil, note: String? = nil, tags names: [String] = [], day: Int = 1,
        updatedDay: Int? = nil
    ) -> LinkDraft {
        LinkDraft(
            url: url(path), title: title, note: note, tags: tags(names), added: Self.day(day),
            updated: updatedDay.map(Self.day))
    }
}
