await TaskStore.shared.add("buy bread", on: "Monday")
for line in try await Agenda().lines(for: "Monday") {
    print(line)
}
