import Foundation

/// Stores each forecast for an hour.
actor ForecastCache {
    private struct Entry {
        let forecast: Forecast
        let time: Date
    }

    private var entries: [String: Entry] = [:]

    func forecast(for day: String, at now: Date) -> Forecast? {
        guard let entry = entries[day], now.timeIntervalSince(entry.time) < 3600 else {
            return nil
        }
        return entry.forecast
    }

    func store(_ forecast: Forecast, for day: String, at now: Date) {
        entries[day] = Entry(forecast: forecast, time: now)
    }
}
