import Locator

ServiceLocator.shared.add(Agenda())
TaskStore.shared.add("buy bread", on: "Monday")
for line in ServiceLocator.shared.get(Agenda.self)?.lines(for: "Monday") ?? [] { print(line) }
