import Foundation
import Testing

@testable import Planner

/// A client whose response contains the number of requests.
private actor CountingHTTPClient: HTTPClient {
    private var count = 0

    func get(_ url: URL) -> Data {
        count += 1
        return Data(#"{ "temperature": 14.2, "rain": \#(count) }"#.utf8)
    }
}

struct WeatherServiceTests {
    @Test func `a forecast is requested only once`() async throws {
        let weather = WeatherService(client: CountingHTTPClient())
        for _ in 1...2 {
            let forecast = try await weather.forecast(for: "Monday")
            #expect(forecast == Forecast(celsius: 14.2, chanceOfRain: 1))
        }
    }

    @Test func `the cache stores a forecast for an hour`() async {
        let cache = ForecastCache()
        let start = Date()
        await cache.store(Forecast(celsius: 14.2, chanceOfRain: 1), for: "Monday", at: start)
        #expect(await cache.forecast(for: "Monday", at: start + 3599) != nil)
        #expect(await cache.forecast(for: "Monday", at: start + 3600) == nil)
    }
}
