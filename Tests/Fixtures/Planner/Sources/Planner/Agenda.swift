struct Agenda {
    func lines(for day: String) async throws -> [String] {
        let forecast = try await WeatherService.shared.forecast(for: day)
        let holidays = try await HolidayService.shared.holidays(on: day)
        let tasks = await TaskStore.shared.tasks(on: day)
        let items = holidays.map(\.name) + tasks
        return ["\(day), \(Self.text(of: forecast))"] + items.map { "- \($0)" }
    }

    static func text(
        of forecast: Forecast,
        inFahrenheit: Bool = Settings.current.usesFahrenheit
    ) -> String {
        let degrees = inFahrenheit ? forecast.celsius * 1.8 + 32 : forecast.celsius
        let unit = inFahrenheit ? "°F" : "°C"
        return "\(Int(degrees.rounded())) \(unit), \(forecast.chanceOfRain) % rain"
    }
}
