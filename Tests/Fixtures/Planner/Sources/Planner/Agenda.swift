final class Agenda {
    func lines(for day: String) -> [String] {
        let forecast = WeatherService.shared.forecast(on: day)
        let tasks = TaskStore.shared.tasks(on: day)
        return ["\(day), \(forecast.degrees) °C"] + tasks.map { "- \($0)" }
    }
}
