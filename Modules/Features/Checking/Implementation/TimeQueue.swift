import Foundation

/// A queue that is ordered by time. Elements with equal times are returned in the order of
/// insertion.
///
/// - Complexity: O(*n*) to insert an element before *n* elements with later times, and O(1) to
///   remove the first element. Most elements are inserted near the end, because they are delayed
///   from the current time.
struct TimeQueue<Element: Sendable>: Sendable {
    private struct Entry {
        let time: Date
        let element: Element
    }

    private var entries: ArraySlice<Entry> = []

    var count: Int { entries.count }
    /// The time of the first element.
    var first: Date? { entries.first?.time }

    mutating func insert(_ element: Element, at time: Date) {
        let previous = entries.lastIndex { $0.time <= time }
        let index = previous.map { $0 + 1 } ?? entries.startIndex
        entries.insert(Entry(time: time, element: element), at: index)
    }

    /// Removes and returns the first element. Returns `nil` if the queue is empty or the time of
    /// the first element is after `limit`.
    mutating func removeFirst(until limit: Date) -> Element? {
        guard let first, first <= limit else { return nil }
        return entries.removeFirst().element
    }
}
