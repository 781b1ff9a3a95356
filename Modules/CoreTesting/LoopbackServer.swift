import Core
public import Foundation

/// A real HTTP/1.1 server on loopback addresses, which serves a ``ScriptedSite`` and keeps what it was asked.
///
/// It listens while a closure runs and not a moment longer: connections that hang are broken off then.
///
///     try await LoopbackServer.serving(site) { server in
///         let response = try await client.send(HTTPRequest(.get, server.url))
///     }
///
/// Connections are kept alive. Each takes a thread that blocks, which is enough for hundreds of them.
public final class LoopbackServer: Sendable {
    /// The roots of the site: one for each address it listens at, on ports that were free. Never empty.
    public let urls: [URL]

    private let listeners: [Socket]
    private let site: ScriptedSite
    private let log = Watched(RequestLog())
    private let connections = Watched(Connections())

    private struct Connections {
        var isOpen = true
        var nextID = 0
        var sockets: [Int: Socket] = [:]
    }

    /// The root of the site, at the first of its addresses.
    public var url: URL { urls[0] }

    /// What it was asked so far, in that order.
    public var requests: [RecordedRequest] { log.withLock { $0.requests } }

    /// Waits until it was asked that often, or the task is cancelled.
    public func waitForRequests(_ count: Int) async {
        await log.wait { $0.requests.count >= count }
    }

    /// How many connections it has accepted so far.
    public var connectionCount: Int { connections.withLock { $0.nextID } }

    /// Whether this machine has the loopback address of IPv6, `::1`.
    public static var hasIPv6: Bool { (try? Socket.listening(at: "::1")) != nil }

    /// Serves the site while `body` runs.
    ///
    /// - Parameters:
    ///   - site: What to answer, the same at all addresses.
    ///   - hosts: How many addresses to listen at, 1 to 254: `127.0.0.1`, `127.0.0.2` and so on. Only Linux has more
    ///     than the first without further ado.
    /// - Throws: What `body` throws, or `POSIXError` when it cannot listen.
    public static func serving<Result>(
        _ site: ScriptedSite, hosts: Int = 1, isolation: isolated (any Actor)? = #isolation,
        _ body: (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        precondition((1...254).contains(hosts), "A loopback server listens at 1 to 254 addresses, not at \(hosts).")
        return try await serving(site, at: (1...hosts).map { "127.0.0.\($0)" }, body)
    }

    /// Serves the site while `body` runs, at addresses of IPv4 or IPv6, at least one.
    public static func serving<Result>(
        _ site: ScriptedSite, at addresses: [String], isolation: isolated (any Actor)? = #isolation,
        _ body: (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let server = try LoopbackServer(site, at: addresses)
        server.start()
        defer { server.stop() }
        return try await body(server)
    }

    private init(_ site: ScriptedSite, at addresses: [String]) throws {
        self.site = site
        var urls: [URL] = []
        listeners = try addresses.map { address in
            let (socket, port) = try Socket.listening(at: address)
            let host = address.contains(":") ? "[\(address)]" : address
            urls += [URL(string: "http://\(host):\(port)/")].compactMap(\.self)
            return socket
        }
        self.urls = urls
    }

    private func start() {
        Thread.detachNewThread { [self] in
            while connections.withLock({ $0.isOpen }) {
                for listener in Socket.ready(of: listeners) {
                    guard let base = listeners.firstIndex(where: { $0 === listener }).map({ urls[$0] }),
                        let socket = listener.accept()
                    else { continue }
                    serve(socket, base: base)
                }
            }
        }
    }

    private func stop() {
        let open = connections.withLock { connections in
            connections.isOpen = false
            return connections.sockets.values
        }
        for socket in listeners + open { socket.shutDown() }
    }

    private func serve(_ socket: Socket, base: URL) {
        let id: Int? = connections.withLock { connections in
            guard connections.isOpen else { return nil }
            connections.nextID += 1
            connections.sockets[connections.nextID] = socket
            return connections.nextID
        }
        guard let id else { return }
        Thread.detachNewThread { [self] in
            var connection = LoopbackConnection(socket: socket, base: base)
            while let (request, target) = connection.nextRequest() {
                let behaviour = log.withLock { $0.record(request, target: target, site: site) }
                guard connection.perform(behaviour, isHead: request.method == "HEAD") else { break }
            }
            _ = connections.withLock { $0.sockets.removeValue(forKey: id) }
        }
    }
}
