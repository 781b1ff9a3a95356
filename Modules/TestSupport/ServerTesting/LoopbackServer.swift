import Core
public import CoreTesting
public import Foundation

/// An HTTP/1.1 server on loopback addresses that serves a ``ScriptedSite`` and records the
/// requests.
///
/// The server listens only while the closure passed to `serving` runs. Each connection is kept
/// alive and blocks a thread, which is acceptable for hundreds of connections.
///
///     try await LoopbackServer.serving(site) { server in
///         let response = try await client.send(HTTPRequest(.get, server.url))
///     }
public final class LoopbackServer: Sendable {
    /// The URLs of the site's root, one for each address. The system chooses the ports. The list is
    /// never empty.
    public let urls: [URL]
    private let listeners: [Socket]
    private let site: ScriptedSite
    private let log = WaitableValue(RequestLog())
    private let connections = WaitableValue(Connections())

    private struct Connections {
        var isOpen = true
        var nextID = 0
        var sockets: [Int: Socket] = [:]
    }

    public var url: URL { urls[0] }
    public var requests: [RecordedRequest] { log.withLock { $0.requests } }

    /// Waits until the server has received `count` requests, or the task is canceled.
    public func waitForRequests(_ count: Int) async {
        await log.wait { $0.requests.count >= count }
    }

    /// Waits until all connections have ended, or the task is canceled.
    public func waitForEndOfConnections() async {
        await connections.wait { $0.sockets.isEmpty }
    }

    public var connectionCount: Int { connections.withLock { $0.nextID } }
    /// Whether this machine has the loopback address of IPv6, `::1`.
    public static var hasIPv6: Bool { (try? Socket.listening(at: "::1")) != nil }

    /// Serves the site while `body` runs.
    /// - Parameters:
    ///   - hosts: The number of addresses, from 1 to 254: `127.0.0.1`, `127.0.0.2` and so on.
    ///     Systems other than Linux provide only the first address without configuration.
    ///   - address: A single IPv4 or IPv6 address to use instead of the addresses that `hosts`
    ///     specifies.
    /// - Throws: The error that `body` throws, or `POSIXError` if the server cannot listen.
    public static func serving<Result>(
        _ site: ScriptedSite,
        hosts: Int = 1,
        at address: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        precondition(
            (1...254).contains(hosts),
            "A loopback server listens at 1 to 254 addresses, not at \(hosts)."
        )
        let server = try LoopbackServer(
            site,
            at: address.map { [$0] } ?? (1...hosts).map { "127.0.0.\($0)" }
        )
        server.start()
        defer {
            server.stop()
        }
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
                for index in Socket.ready(of: listeners) {
                    if let socket = listeners[index].accept() {
                        serve(socket, base: urls[index])
                    }
                }
            }
        }
    }

    private func stop() {
        let open = connections.withLock { connections in
            connections.isOpen = false
            return connections.sockets.values
        }
        for socket in listeners + open {
            socket.shutDown()
        }
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
                let behavior = log.withLock { $0.record(request, target: target, site: site) }
                guard connection.perform(behavior, isHead: request.method == "HEAD") else {
                    break
                }
            }
            _ = connections.withLock { $0.sockets.removeValue(forKey: id) }
        }
    }
}

/// A connection to a loopback server. It reads requests and performs the scripted behavior for each
/// of them.
private struct LoopbackConnection {
    let socket: Socket
    let base: URL
    var unread = Data()

    /// Waits for the next request. Returns `nil` at the end of the connection, or if the request is
    /// not a valid HTTP request.
    mutating func nextRequest() -> (request: RecordedRequest, target: String)? {
        let separator = Data("\r\n\r\n".utf8)
        while true {
            if let end = unread.range(of: separator) {
                let head = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
                unread = Data(unread[end.upperBound...])
                return parse(head)
            }
            let bytes = socket.read()
            guard !bytes.isEmpty else { return nil }
            unread += bytes
        }
    }

    private func parse(_ head: String) -> (RecordedRequest, String)? {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        guard words.count == 3, let url = URL(string: words[1], relativeTo: base)?.absoluteURL
        else {
            return nil
        }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else {
                return nil
            }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        let request = RecordedRequest(
            method: words[0],
            url: url,
            headers: HTTPHeaders(fields),
            received: Date()
        )
        return (request, words[1])
    }

    /// Performs a behavior. Returns `false` if the connection must be closed.
    func perform(_ behavior: ScriptedSite.Behavior, isHead: Bool) -> Bool {
        switch behavior {
        case .reply(let reply):
            let length = reply.declaredLength ?? reply.body.count
            let body = isHead ? Data() : reply.body
            let isComplete = isHead || length == reply.body.count
            return socket.write([UInt8](head(reply, length: length) + body)) && isComplete
        case .sequence(let steps): return perform(steps.first ?? .notScripted, isHead: isHead)
        case .delayed(let delay, let next):
            return !socket.waitForEnd(atMost: delay) && perform(next, isHead: isHead)
        case .hang:
            _ = socket.waitForEnd(atMost: .seconds(3600))
            return false
        case .reset, .fail:
            socket.resetOnClose()
            return false
        case .close: return false
        case .trickle(let reply, let pause):
            guard socket.write([UInt8](head(reply, length: reply.body.count))) else {
                return false
            }
            return isHead
                || reply.body.allSatisfy { !socket.waitForEnd(atMost: pause) && socket.write([$0]) }
        case .endless(let reply):
            guard socket.write([UInt8](head(reply, length: nil))), !isHead, !reply.body.isEmpty
            else {
                return false
            }
            while socket.write([UInt8](reply.body)) {}
            return false
        case .raw(let bytes, _):
            _ = socket.write(bytes)
            return false
        }
    }

    private func head(_ reply: ScriptedSite.Reply, length: Int?) -> Data {
        var lines = ["HTTP/1.1 \(reply.status) Scripted"]
        lines += reply.headers.map { "\($0.key): \($0.value)" }
        lines.append(length.map { "Content-Length: \($0)" } ?? "Connection: close")
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
