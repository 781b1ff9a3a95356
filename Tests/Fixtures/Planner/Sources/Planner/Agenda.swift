final class Agenda {
    func lines(for day: String) -> [String] {
        let forecast = WeatherService.shared.forecast(on: day)
        return ["\(day), \(forecast.degrees) °C"] + TaskStore.shared.tasks(on: day).map { "- \($0)" }
    }
}
