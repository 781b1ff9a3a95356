import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

protocol HTTPClient: Sendable {
    func get(_ url: URL) async throws -> Data
}

struct HTTPStatusError: Error {
    let status: Int
}

struct URLSessionHTTPClient: HTTPClient {
    func get(_ url: URL) async throws -> Data {
        let (data, response) = try await URLSession.shared.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            throw HTTPStatusError(status: status)
        }
        return data
    }
}

/// A client that reads saved responses.
struct FolderHTTPClient: HTTPClient {
    let folder: String

    func get(_ url: URL) async throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(url.lastPathComponent)"))
    }
}
