// Bootstrap: all code in one module
import Injection
import Observation

@MainActor @Observable final class ReadingProgress {
    var finished = 0

    // Any thread can create the object, so its factory works with the wrappers.
    nonisolated init() {}
}

extension AppContainer {
    var progress: Factory<ReadingProgress> { self { ReadingProgress() }.cached }
}

/// A view model that reads an injected object. A view that shows `text` is updated when the object
/// changes.
@MainActor @Observable final class ProgressModel {
    @ObservationIgnored @Injected(\AppContainer.progress) private var progress
    var total = 10
    var text: String { "\(progress.finished) of \(total) read" }
}
