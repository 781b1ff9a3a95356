import Core
import Foundation
public import Injection
import Library
public import LibraryInterface
import PagesInterface
import SQLite
import System

public final class AppContainer: SharedContainer, LibraryProviding {
    @TaskLocal public static var shared = AppContainer()
    public let manager = ContainerManager()
    public init() {}
}

extension AppContainer {
    public var library: Factory<any LinkLibrary> {
        self {
            StoredLinkLibrary(
                store: SQLiteStore(path: Self.file.path, createsFolder: true),
                pages: NoPageReader(),
                clock: SystemClock()
            )
        }.cached
    }

    private static var file: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
            .appending(path: "Shelf/links.db")
    }
}

/// A stand-in for the Pages feature. The real feature requires an `HTTPClient`.
private struct NoPageReader: PageReader {
    func page(at url: URL) async throws(PageError) -> Page {
        Page()
    }
}
