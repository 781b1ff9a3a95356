struct Forecast: Equatable, Sendable {
    let celsius: Double
    let chanceOfRain: Int
}
