import Foundation

final class WeatherService: Sendable {
    static let shared = WeatherService(client: Clients.http)

    private let client: any HTTPClient
    private let cache = ForecastCache()

    init(client: any HTTPClient) {
        self.client = client
    }

    func forecast(for day: String) async throws -> Forecast {
        if let forecast = await cache.forecast(for: day, at: Date()) {
            return forecast
        }
        guard let url = URL(string: "https://weather.example/\(day).json") else {
            throw URLError(.badURL)
        }
        let response = try JSONDecoder().decode(Response.self, from: await client.get(url))
        let forecast = Forecast(celsius: response.temperature, chanceOfRain: response.rain)
        await cache.store(forecast, for: day, at: Date())
        return forecast
    }

    private struct Response: Decodable {
        let temperature: Double
        let rain: Int
    }
}
