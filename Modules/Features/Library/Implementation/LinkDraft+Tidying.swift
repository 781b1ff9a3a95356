import Core
import Foundation
import LibraryInterface

extension LinkDraft {
    /// The draft as the library keeps it: its address in normal form, no empty texts, all dates set.
    ///
    /// Some services call a page by its address where it has no title; that is none.
    /// Dates are whole seconds; `updated` is never before `added`.
    func tidied(now: Date, addresses: AddressRules) throws(AddressProblem) -> LinkDraft {
        let saved = (added ?? now).wholeSeconds
        let address = try WebAddress(url, rules: addresses).text
        let title = title?.trimmedOrNil.flatMap { $0 == url || $0 == address ? nil : $0 }
        return LinkDraft(
            url: address, title: title, note: note?.trimmedOrNil, tags: tags, added: saved,
            updated: max(saved, updated?.wholeSeconds ?? saved))
    }
}

extension String {
    /// The text without white space around it, or nil when nothing is left.
    var trimmedOrNil: String? {
        // Most texts need no trimming, and an import has very many of them.
        let isPrintable = 0x21...0x7E as ClosedRange<UInt8>
        if let first = utf8.first, let last = utf8.last, isPrintable ~= first, isPrintable ~= last { return self }
        let text = trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}
