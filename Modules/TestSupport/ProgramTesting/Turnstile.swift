import Foundation

/// Lets as many programs run at once as the machine has processors.
///
/// Tests all start together, and a hundred compilers at once would leave no time to the tests that wait for nothing but themselves.
actor Turnstile {
    static let programs = Turnstile(places: max(2, ProcessInfo.processInfo.activeProcessorCount))

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingFirst: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    /// Waits for a place; ``leave()`` has to follow.
    ///
    /// - Parameter isFirst: Whether to wait for nobody but those who are first too.
    func enter(isFirst: Bool) async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { if isFirst { waitingFirst.append($0) } else { waiting.append($0) } }
        }
    }

    /// Gives the place to the one that has waited longest.
    func leave() {
        if !waitingFirst.isEmpty {
            waitingFirst.removeFirst().resume()
        } else if !waiting.isEmpty {
            waiting.removeFirst().resume()
        } else {
            places += 1
        }
    }
}
