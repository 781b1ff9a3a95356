import Foundation

/// A priority queue that is ordered by time and implemented as a binary heap. Elements with equal
/// times are returned in the order of insertion.
///
/// - Complexity: O(log *n*) to insert or remove one of *n* elements.
struct TimeQueue<Element: Sendable>: Sendable {
    private struct Entry {
        var time: Date
        var number: Int
        var element: Element

        func precedes(_ other: Entry) -> Bool {
            (time, number) < (other.time, other.number)
        }
    }

    private var heap: [Entry] = []
    private var insertions = 0

    var isEmpty: Bool { heap.isEmpty }
    var count: Int { heap.count }
    /// The time of the first element.
    var first: Date? { heap.first?.time }

    mutating func insert(_ element: Element, at time: Date) {
        insertions += 1
        heap.append(Entry(time: time, number: insertions, element: element))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the first element. Returns `nil` if the queue is empty or the time of
    /// the first element is after `limit`.
    mutating func removeFirst(until limit: Date) -> Element? {
        guard let first, first <= limit else { return nil }
        heap.swapAt(0, heap.count - 1)
        let removed = heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].precedes(heap[$1]) }),
                heap[least].precedes(heap[parent])
            else { return removed.element }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
