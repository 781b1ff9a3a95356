import Core
import Foundation
import Testing

/// A client and the site that it is to talk to.
struct ContractExchange: Sendable {
    let client: any HTTPClient
    let base: URL

    func url(_ path: String) throws -> URL {
        try #require(URL(string: path, relativeTo: base)?.absoluteURL)
    }

    func send(
        _ path: String, _ method: HTTPRequest.Method = .get, timeout: Duration = .seconds(20), limit: Int = 1 << 20
    ) async throws -> HTTPResponse {
        try await client.send(HTTPRequest(method, url(path), timeout: timeout, bodyLimit: limit))
    }
}

extension HTTPClientContract {
    func checkAnswer(_ exchange: ContractExchange) async throws {
        switch self {
        case .missing:
            #expect(try await exchange.send("/missing").status == 404)
        case .unauthorized:
            let response = try await exchange.send("/unauthorized")
            #expect(response.status == 401)
            #expect(response.body == Data("who are you?".utf8))
            #expect(try await exchange.send("/unauthorized", .head).status == 401)
        case .head:
            let response = try await exchange.send("/", .head)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(!response.isTruncated)
            #expect(try await exchange.send("/short", .head).status == 200)
        case .nonASCII:
            #expect(try await exchange.send("/").headers["X-Name"] == "caf\u{e9}")
        default:
            let response = try await exchange.send("/")
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "text/plain")
            #expect(response.body == Data("hello".utf8))
            #expect(!response.isTruncated)
            #expect(try response.url == exchange.url("/"))
        }
    }

    func checkRedirect(_ exchange: ContractExchange) async throws {
        switch self {
        case .redirect:
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await exchange.send("/permanent", method)
                #expect(response.status == 301)
                #expect(try response.redirectTarget == exchange.url("/"))
            }
        default:
            let response = try await exchange.send("/nowhere")
            #expect(response.status == 302)
            #expect(response.redirectTarget == nil)
        }
    }

    func checkBody(_ exchange: ContractExchange) async throws {
        switch self {
        case .bodyLimit:
            let response = try await exchange.send("/hello", limit: 2)
            #expect(response.body == Data("he".utf8))
            #expect(response.isTruncated)
            let nothing = try await exchange.send("/hello", limit: 0)
            #expect(nothing.body.isEmpty)
            #expect(nothing.isTruncated)
        case .bodyOfTheLimit:
            let response = try await exchange.send("/hello", limit: 5)
            #expect(response.body == Data("hello".utf8))
            #expect(!response.isTruncated)
        case .unwanted:
            let response = try await exchange.send("/withheld", timeout: .seconds(3600), limit: 0)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(response.isTruncated)
        case .endless:
            let response = try await exchange.send("/endless", limit: 100_000)
            #expect(response.body.count == 100_000)
            #expect(response.isTruncated)
        default:
            let host = exchange.base.host ?? ""
            await #expect(throws: HTTPError.connectionLost(host: host)) { try await exchange.send("/short") }
        }
    }

    func checkFailure(_ exchange: ContractExchange) async throws {
        let host = exchange.base.host ?? ""
        let path: String
        let timeout: Duration
        let expected: HTTPError
        switch self {
        case .hang: (path, timeout, expected) = ("/hang", .milliseconds(200), .timedOut)
        case .trickle: (path, timeout, expected) = ("/trickle", .milliseconds(200), .timedOut)
        case .refused:
            (path, timeout, expected) = ("http://\(host):1/", .seconds(20), .cannotConnect(host: host))
        case .unknownHost:
            (path, timeout, expected) = ("http://shelf.invalid/", .seconds(20), .noSuchHost("shelf.invalid"))
        case .reset: (path, timeout, expected) = ("/reset", .seconds(20), .connectionLost(host: host))
        case .noAnswer: (path, timeout, expected) = ("/close", .seconds(20), .connectionLost(host: host))
        case .unsupported:
            (path, timeout, expected) = ("ftp://\(host)/", .seconds(20), .unsupportedAddress("ftp://\(host)/"))
        case .cancellation: return await checkCancellation(exchange)
        default: return await checkNotHTTP(exchange)
        }
        await #expect(throws: expected) { try await exchange.send(path, timeout: timeout) }
    }

    private func checkCancellation(_ exchange: ContractExchange) async {
        let task = Task { try await exchange.send("/hang", timeout: .seconds(3600)) }
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
    }

    private func checkNotHTTP(_ exchange: ContractExchange) async {
        await #expect {
            try await exchange.send("/raw")
        } throws: { error in
            if case HTTPError.malformedResponse = error { true } else { false }
        }
    }
}
