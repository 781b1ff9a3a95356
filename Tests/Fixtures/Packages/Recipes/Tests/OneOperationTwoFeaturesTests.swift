import Checkout
import CheckoutInterface
import PaymentsInterface
import StockInterface
import Synchronization
import Testing

private struct PaymentDeclined: Error {}
private struct WarehouseOffline: Error {}

/// A mock that stores the IDs of the reserved orders.
private final class InMemoryStock: Stock {
    private let orders = Mutex<[Int]>([])
    private let releaseError: (any Error)?

    init(releaseError: (any Error)? = nil) {
        self.releaseError = releaseError
    }

    var reserved: [Int] { orders.withLock { $0 } }

    func reserve(_ order: Int) {
        orders.withLock { $0.append(order) }
    }

    func release(_ order: Int) throws {
        try Task.checkCancellation()
        if let releaseError {
            throw releaseError
        }
        orders.withLock { $0.removeAll { $0 == order } }
    }
}

/// A mock that runs a closure for each charge.
private struct ScriptedPayments: PaymentService {
    let body: @Sendable () async throws -> Void

    func charge(_ order: Int) async throws {
        try await body()
    }
}

struct OneOperationTwoFeaturesTests {
    private let order = 7
    private let declined = ScriptedPayments { throw PaymentDeclined() }

    @Test func `a placed order remains reserved`() async throws {
        let stock = InMemoryStock()
        let checkout = CompensatingCheckout(stock: stock, payments: ScriptedPayments {})
        try await checkout.place(order)
        #expect(stock.reserved == [7])
    }

    @Test func `an order that cannot be reserved is not charged`() async {
        struct EmptyStock: Stock {
            func reserve(_ order: Int) throws {
                throw WarehouseOffline()
            }
            func release(_ order: Int) {
                Issue.record("released an order without a reservation")
            }
        }
        let payments = ScriptedPayments { Issue.record("charged") }
        await #expect(throws: WarehouseOffline.self) {
            try await CompensatingCheckout(stock: EmptyStock(), payments: payments).place(order)
        }
    }

    @Test func `a declined payment releases the reservation`() async {
        let stock = InMemoryStock()
        let checkout = CompensatingCheckout(stock: stock, payments: declined)
        await #expect(throws: PaymentDeclined.self) { try await checkout.place(order) }
        #expect(stock.reserved.isEmpty)
    }

    @Test func `an order that remains reserved reports the errors of the payment and the release`()
        async throws
    {
        let stock = InMemoryStock(releaseError: WarehouseOffline())
        let checkout = CompensatingCheckout(stock: stock, payments: declined)
        let error = await #expect(throws: CheckoutError.self) {
            try await checkout.place(order)
        }
        switch try #require(error) {
        case .stillReserved(let order, let cause, let releaseError):
            #expect(order == 7)
            #expect(cause is PaymentDeclined)
            #expect(releaseError is WarehouseOffline)
        }
        #expect(stock.reserved == [7])
    }

    @Test func `a cancellation during the payment releases the reservation`() async {
        let stock = InMemoryStock()
        let payments = ScriptedPayments { try await Task.sleep(for: .seconds(3600)) }
        let checkout = CompensatingCheckout(stock: stock, payments: payments)
        let placing = Task { try await checkout.place(order) }
        placing.cancel()
        await #expect(throws: CancellationError.self) { try await placing.value }
        #expect(stock.reserved.isEmpty)
    }
}
