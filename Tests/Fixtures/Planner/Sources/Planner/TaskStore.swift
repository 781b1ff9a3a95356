actor TaskStore {
    static let shared = TaskStore()

    private var tasks = ["Monday": ["water the plants"]]

    func add(_ task: String, on day: String) {
        tasks[day, default: []].append(task)
    }

    func tasks(on day: String) -> [String] {
        tasks[day] ?? []
    }
}
