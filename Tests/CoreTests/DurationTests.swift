import Core
import Testing

struct DurationTests {
    @Test(
        arguments: [
            (.zero, 0),
            (Duration(secondsComponent: 0, attosecondsComponent: 1), 1),
            (.milliseconds(1), 1),
            (.microseconds(1001), 2),
            (.milliseconds(100), 100),
            (.milliseconds(1500), 1500),
            (.nanoseconds(-1), 0),
            (.milliseconds(-2), -2),
            (.seconds(Int64.max), .max),
        ] as [(Duration, Int64)]
    )
    func `a duration is rounded up to whole milliseconds`(duration: Duration, milliseconds: Int64) {
        #expect(duration.milliseconds == milliseconds)
    }
}
