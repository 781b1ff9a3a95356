import Testing

@testable import Planner

struct AgendaTests {
    @Test(arguments: [false: "14 °C, 60 % rain", true: "58 °F, 60 % rain"])
    func `the temperature has the unit of the settings`(inFahrenheit: Bool, text: String) {
        let forecast = Forecast(celsius: 14.2, chanceOfRain: 60)
        #expect(Agenda.text(of: forecast, inFahrenheit: inFahrenheit) == text)
    }
}
