import Injection
import Testing
import ThreadTesting

/// What one thread reads while another writes, without a lock.
struct WarmCellTests {
    @Test func `an answer that is replaced while it is read is read whole or not at all`() async {
        let key = FactoryKey(container: Shelf.self, factory: Int.self, name: "cell", fileID: nil)
        let table = WarmTable()
        let (cell, last) = (table.add(key.identity), UInt(4_000))
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
                guard let answer = table.answer(in: cell) else { continue }
                if answer.generation != answer.scope || answer.kind != kind(answer.scope) { torn.append(answer.scope) }
                scope = answer.scope
            }
            return torn
        }
        #expect(torn == [[], []])
    }
}

private func kind(_ number: UInt) -> WarmCell.Kind {
    number.isMultiple(of: 2) ? .instance : .singleton
}
