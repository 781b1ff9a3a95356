import Foundation

/// A queue that is ordered by time. Elements with equal times are returned in the order of
/// insertion.
///
/// A sorted array would be slower: a host with a short interval would be inserted before all hosts
/// with long pauses, which takes 3 milliseconds for 50,000 of them.
///
/// - Complexity: O(log *n*) to insert or remove one of *n* elements.
struct TimeQueue<Element: Sendable>: Sendable {
    /// A binary heap. The parent of the entry at index *i* is at index (*i* - 1) / 2.
    private var heap: [(time: Date, number: Int, element: Element)] = []
    private var insertions = 0

    /// The time of the first element.
    var first: Date? { heap.first?.time }

    mutating func insert(_ element: Element, at time: Date) {
        insertions += 1
        heap.append((time, insertions, element))
        var child = heap.count - 1
        while child > 0, precedes(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the first element. Returns `nil` if the queue is empty or the time of
    /// the first element is after `limit`.
    mutating func removeFirst(until limit: Date = .distantFuture) -> Element? {
        guard let first, first <= limit else { return nil }
        heap.swapAt(0, heap.count - 1)
        let removed = heap.removeLast()
        var parent = 0
        while true {
            let children = heap.indices.dropFirst(2 * parent + 1).prefix(2)
            guard let child = children.min(by: precedes), precedes(child, parent) else {
                return removed.element
            }
            heap.swapAt(parent, child)
            parent = child
        }
    }

    private func precedes(_ index: Int, _ other: Int) -> Bool {
        (heap[index].time, heap[index].number) < (heap[other].time, heap[other].number)
    }
}
