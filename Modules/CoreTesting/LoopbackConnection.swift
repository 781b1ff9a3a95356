import Core
import Foundation

/// One connection to a loopback server: reads requests, and does to each what the script says.
struct LoopbackConnection {
    let socket: Socket
    let base: URL
    private var unread = Data()

    init(socket: Socket, base: URL) {
        self.socket = socket
        self.base = base
    }

    /// Waits for the next request; nil at the end of the connection, or when what comes is not HTTP.
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
        guard words.count == 3, let url = URL(string: words[1], relativeTo: base)?.absoluteURL else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        let request = RecordedRequest(method: words[0], url: url, headers: HTTPHeaders(fields), received: Date())
        return (request, words[1])
    }

    /// Does what the script says; false when the connection is not to be used again.
    func perform(_ behaviour: ScriptedSite.Behaviour, isHead: Bool) -> Bool {
        switch behaviour {
        case .reply(let reply):
            let length = reply.declaredLength ?? reply.body.count
            let body = isHead ? Data() : reply.body
            let isWhole = isHead || length == reply.body.count
            return socket.write([UInt8](head(reply, length: length) + body)) && isWhole
        case .sequence(let steps):
            return perform(steps.first ?? .notScripted, isHead: isHead)
        case .delayed(let delay, let next):
            return !socket.waitForEnd(atMost: delay) && perform(next, isHead: isHead)
        case .hang:
            _ = socket.waitForEnd(atMost: .seconds(3600))
            return false
        case .reset, .fail:
            socket.resetOnClose()
            return false
        case .close:
            return false
        case .trickle(let reply, let pause):
            guard socket.write([UInt8](head(reply, length: reply.body.count))) else { return false }
            return isHead || reply.body.allSatisfy { !socket.waitForEnd(atMost: pause) && socket.write([$0]) }
        case .endless(let reply):
            guard socket.write([UInt8](head(reply, length: nil))), !isHead, !reply.body.isEmpty else { return false }
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
