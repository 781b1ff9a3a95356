import Foundation

struct HolidayService: Sendable {
    static let shared = HolidayService(client: Clients.http)

    let client: any HTTPClient

    func holidays(on day: String) async throws -> [Holiday] {
        guard let url = URL(string: "https://holidays.example/holidays.json") else {
            throw URLError(.badURL)
        }
        let holidays = try JSONDecoder().decode([Holiday].self, from: await client.get(url))
        return holidays.filter { $0.day == day }
    }
}
