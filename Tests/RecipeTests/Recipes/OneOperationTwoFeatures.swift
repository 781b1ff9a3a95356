import Synchronization
import Testing

// Core
struct Order: Sendable {
    let id: Int
    let item: String
}

// StockInterface and PaymentsInterface, which do not depend on each other
protocol Stock: Sendable {
    func reserve(_ order: Order) async throws
    /// Releases the reservation of an order, if there is one.
    func release(_ order: Order) async throws
}

protocol PaymentService: Sendable {
    func charge(_ order: Order) async throws
}

// CheckoutInterface
protocol Checkout: Sendable {
    func place(_ order: Order) async throws
}

/// The error for an order that failed and whose reservation could not be released.
struct OrderStillReserved: Error {
    let order: Order
    let cause: any Error
    let releaseError: any Error
}

// Checkout, the third feature: uses both interfaces
struct CompensatingCheckout: Checkout {
    let stock: any Stock
    let payments: any PaymentService

    func place(_ order: Order) async throws {
        try await stock.reserve(order)
        do {
            try await payments.charge(order)
        } catch {
            try await releaseReservation(of: order, after: error)
            throw error
        }
    }

    private func releaseReservation(of order: Order, after cause: any Error) async throws {
        do {
            // The release runs in a new task, which is not canceled with its caller.
            try await Task { try await stock.release(order) }.value
        } catch {
            throw OrderStillReserved(order: order, cause: cause, releaseError: error)
        }
    }
}

// MARK: - Tests

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

    func reserve(_ order: Order) {
        orders.withLock { $0.append(order.id) }
    }

    func release(_ order: Order) throws {
        try Task.checkCancellation()
        if let releaseError {
            throw releaseError
        }
        orders.withLock { $0.removeAll { $0 == order.id } }
    }
}

/// A mock that runs a closure for each charge.
private struct ScriptedPayments: PaymentService {
    let body: @Sendable () async throws -> Void

    func charge(_ order: Order) async throws {
        try await body()
    }
}

struct OneOperationTwoFeaturesTests {
    private let order = Order(id: 7, item: "Swift in a nutshell")
    private let declined = ScriptedPayments { throw PaymentDeclined() }

    @Test func `a placed order remains reserved`() async throws {
        let stock = InMemoryStock()
        let checkout = CompensatingCheckout(stock: stock, payments: ScriptedPayments {})
        try await checkout.place(order)
        #expect(stock.reserved == [7])
    }

    @Test func `an order that cannot be reserved is not charged`() async {
        struct EmptyStock: Stock {
            func reserve(_ order: Order) throws {
                throw WarehouseOffline()
            }
            func release(_ order: Order) {
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

    @Test func `OrderStillReserved contains the errors of the payment and of the release`()
        async throws
    {
        let stock = InMemoryStock(releaseError: WarehouseOffline())
        let checkout = CompensatingCheckout(stock: stock, payments: declined)
        let error = await #expect(throws: OrderStillReserved.self) {
            try await checkout.place(order)
        }
        let failure = try #require(error)
        #expect(failure.order.id == 7)
        #expect(failure.cause is PaymentDeclined)
        #expect(failure.releaseError is WarehouseOffline)
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
