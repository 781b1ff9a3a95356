import Core
import CoreTesting
import Foundation

/// The web that the example checks: one host that answers in every way there is, and one that is not there.
struct ScriptedWeb {
    private let pages: KeyValuePairs<String, ScriptedSite.Behaviour> = [
        "/": .respond(),
        "/moved": .redirect(to: "/", status: 301),
        "/today": .redirect(to: "/"),
        "/members": .respond(status: 401),
        "/gone": .respond(status: 404),
        "/tired": .sequence([.respond(status: 503), .respond(status: 503), .respond()]),
        "/asleep": .hang,
    ]

    /// What the host answers.
    var script: ScriptedSite { ScriptedSite(Dictionary(uniqueKeysWithValues: pages.map { ($0.key, $0.value) })) }

    /// A link to each page, and one to the host that is not there.
    var links: [Link] {
        let addresses = pages.map { "https://shelf.example\($0.key)" } + ["https://shelf.invalid/"]
        return addresses.enumerated().map { index, address in
            Link(id: Int64(index + 1), url: address, added: .distantPast, updated: .distantPast)
        }
    }
}
