struct Forecast: Equatable, Sendable {
    let celsius: Double
    let chanceOfRain: Int
}

struct Holiday: Decodable, Sendable {
    let day: String
    let name: String
}
