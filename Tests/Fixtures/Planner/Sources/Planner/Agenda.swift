final class Agenda {
    func lines(for day: String) -> [String] {
        [day] + TaskStore.shared.tasks(on: day).map { "- \($0)" }
    }
}
