import Injection

Injection.shared.add(Agenda())
TaskStore.shared.add("buy bread", on: "Monday")
for line in Injection.shared.get(Agenda.self)?.lines(for: "Monday") ?? [] { print(line) }
