import Injection
import Synchronization
import Testing

/// What one thread reads while another writes, without a lock.
struct WarmCellTests {
    private static let limit = Atomic<UInt>(0)

    @Test func `an answer that is replaced while it is read is read whole or not at all`() async {
        let key = FactoryKey(container: Shelf.self, factory: Int.self, name: "cell", fileID: nil)
        let (cell, last) = (WarmCell(key.identity), UInt(4_000))
        let torn = await onThreads(2) { index -> [UInt] in
            if index == 0 {
                for number in 1...last {
                    cell.publish(
                        unsafe WarmCell.Answer(kind: kind(number), scope: number, result: nil, generation: number),
                        number: number)
                }
                return []
            }
            var (scope, torn) = (UInt(0), [UInt]())
            while scope < last {
                guard let answer = cell.answer(above: Self.limit) else { continue }
                if answer.generation != answer.scope || answer.kind != kind(answer.scope) { torn.append(answer.scope) }
                scope = answer.scope
            }
            return torn
        }
        cell.free()
        #expect(torn == [[], []])
    }
}

private func kind(_ number: UInt) -> WarmCell.Kind {
    number.isMultiple(of: 2) ? .instance : .singleton
}
