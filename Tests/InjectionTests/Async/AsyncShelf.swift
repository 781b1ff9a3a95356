import Injection

struct ShelfIsLocked: Error, Equatable {}

/// A container with an asynchronous factory of each kind, which number what they make.
final class AsyncShelf: SharedContainer {
    @TaskLocal static var shared = AsyncShelf()

    let manager = ContainerManager()
    let made = Tally()
    private let onBuild: @Sendable () async -> Void

    init(onBuild: @escaping @Sendable () async -> Void = {}) {
        self.onBuild = onBuild
    }

    var plain: AsyncFactory<any LinkStore> { self { await self.make() } }
    var unique: AsyncFactory<any LinkStore> { self { await self.make() }.unique }
    var cached: AsyncFactory<any LinkStore> { self { await self.make() }.cached }
    var other: AsyncFactory<any LinkStore> { self { await self.make() }.cached }
    var held: AsyncFactory<any LinkStore> { self { await self.make() }.shared }
    var single: AsyncFactory<any LinkStore> { self { await self.make() }.singleton }
    var session: AsyncFactory<any LinkStore> { self { await self.make() }.scope(.session) }
    var optional: AsyncFactory<MemoryLinkStore?> { self { nil }.cached }
    var named: AsyncParameterFactory<String, any LinkStore> { self { MemoryLinkStore($0) } }

    private func make() async -> any LinkStore {
        await onBuild()
        return MemoryLinkStore("\(await made.add())")
    }
}

extension AsyncFactory<any LinkStore> {
    /// Whether two resolutions give the same instance.
    var isKept: Bool {
        get async throws {
            let first = try await self()
            return try await self() === first
        }
    }

    /// Resolves in as many tasks at once.
    func resolve(times: Int) async throws -> [any LinkStore] {
        try await withThrowingTaskGroup { group in
            for _ in 0..<times { group.addTask { try await self() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

extension Task where Failure == any Error {
    /// The error that the task ends with, if it does.
    var error: (any Error)? {
        get async {
            if case .failure(let error) = await result { error } else { nil }
        }
    }
}
