import Core
import Foundation

extension HTTPClient {
    /// What goes wrong with the request, or nil when nothing does.
    func failure(_ method: HTTPRequest.Method, _ url: URL) async -> HTTPError? {
        do {
            _ = try await send(HTTPRequest(method, url))
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPError {
    var isUntrusted: Bool { if case .untrustedServer = self { true } else { false } }
}
