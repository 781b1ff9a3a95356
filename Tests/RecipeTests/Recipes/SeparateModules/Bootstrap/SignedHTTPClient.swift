import Core

/// A client that only Bootstrap can build, as it alone has the key; it answers by itself.
struct SignedHTTPClient: HTTPClient {
    let key: String
    func get(_ url: String) -> String { "\(url), signed with \(key)" }
}
