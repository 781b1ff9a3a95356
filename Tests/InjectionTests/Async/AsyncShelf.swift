import Injection

struct ShelfIsLocked: Error {}

/// A container with asynchronous factories, which do what a test wants while they build.
final class AsyncShelf: SharedContainer {
    @TaskLocal static var shared = AsyncShelf()

    let manager = ContainerManager()
    let made = Tally()

    var plain: AsyncFactory<any LinkStore> {
        self { MemoryLinkStore("\(await self.made.add())") }
    }
    var unique: AsyncFactory<any LinkStore> { plain.unique }
    var cached: AsyncFactory<any LinkStore> { self { MemoryLinkStore("\(await self.made.add())") }.cached }
    var held: AsyncFactory<any LinkStore> { self { MemoryLinkStore("\(await self.made.add())") }.shared }
    var single: AsyncFactory<any LinkStore> { self { MemoryLinkStore("\(await self.made.add())") }.singleton }
    var session: AsyncFactory<any LinkStore> { self { MemoryLinkStore("\(await self.made.add())") }.scope(.session) }
    var optional: AsyncFactory<MemoryLinkStore?> { self { nil }.cached }
}

extension AsyncFactory<any LinkStore> {
    /// Whether two resolutions give the same instance.
    var isKept: Bool {
        get async throws {
            let first = try await self()
            return try await self() === first
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
