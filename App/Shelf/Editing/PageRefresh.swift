import Bootstrap
import CheckingInterface
import Core
import Injection
import LibraryInterface

/// `shelf edit --fetch`: takes titles from pages again.
struct PageRefresh {
    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    let console: Console

    /// Reads the pages of these links, or, where there are none, of all that have no title.
    func run(_ ids: [Link.ID]) async throws -> ExitCode {
        let ids = ids.isEmpty ? try await library.ids(matching: LinkQuery(isUntitled: true, order: .oldest)) : ids
        guard !ids.isEmpty else {
            console.note("every link has a title")
            return .done
        }
        let changed: [Link]
        do {
            changed = try await readPages(of: ids)
        } catch is CancellationError {
            console.note("stopped; what was read is kept")
            return .interrupted
        }
        if console.isJSON || !console.isQuiet {
            try console.print(changed, records: try await checker.latest(of: changed.map(\.id)))
        }
        return changed.isEmpty ? .negative : .done
    }

    private func readPages(of ids: [Link.ID]) async throws -> [Link] {
        let progress = ProgressLine(console)
        defer { progress.clear() }
        var done = 0
        return try await library.readPages(of: ids) { reading in
            done += 1
            let problem = reading.error.map { "cannot be read: \($0.message)" } ?? "has no title"
            if reading.title == nil {
                progress.clear()
                console.note("the page of link \(reading.link.id) \(problem)")
            }
            progress.update(
                "reading \(Console.count(done, "page"))", done: done, fraction: Double(done) / Double(ids.count))
        }
    }
}
