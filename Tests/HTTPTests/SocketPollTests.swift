import CCurl
import HTTP
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Two connected sockets, which a test can close.
private final class SocketPair {
    private(set) var ends: [Int32] = [-1, -1]

    init() throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let code = unsafe socketpair(AF_UNIX, kind, 0, &ends)
        try #require(code == 0)
    }

    deinit {
        for end in ends where end >= 0 {
            close(end)
        }
    }

    func write() {
        var byte: UInt8 = 0
        let count = unsafe send(ends[1], &byte, 1, 0)
        #expect(count == 1)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct SocketPollTests {
    private let poll: SocketPoll
    private let pair: SocketPair

    init() throws {
        poll = try #require(SocketPoll())
        pair = try SocketPair()
    }

    /// Returns the events of the first socket of the pair after a wait that must not block.
    private func events(milliseconds: Int32 = 0) -> [Int32] {
        let ready = poll.wait(milliseconds: milliseconds)
        #expect(ready.allSatisfy { $0.socket == pair.ends[0] })
        return ready.map(\.events)
    }

    @Test func `a socket is ready to read when data arrives`() {
        poll.watch(pair.ends[0], CURL_POLL_IN)
        #expect(events() == [])
        pair.write()
        #expect(events(milliseconds: -1) == [CURL_CSELECT_IN])
    }

    @Test func `a connected socket is ready to write immediately`() {
        poll.watch(pair.ends[0], CURL_POLL_OUT)
        #expect(events(milliseconds: -1) == [CURL_CSELECT_OUT])
        pair.write()
        #expect(events() == [CURL_CSELECT_OUT])
    }

    @Test func `a socket can be ready to read and to write at the same time`() {
        poll.watch(pair.ends[0], CURL_POLL_INOUT)
        pair.write()
        #expect(events() == [CURL_CSELECT_IN | CURL_CSELECT_OUT])
    }

    @Test func `watching a socket again replaces its events`() {
        poll.watch(pair.ends[0], CURL_POLL_IN)
        pair.write()
        poll.watch(pair.ends[0], CURL_POLL_OUT)
        #expect(events() == [CURL_CSELECT_OUT])
    }

    @Test func `a wait returns all sockets that are ready`() {
        for socket in pair.ends {
            poll.watch(socket, CURL_POLL_OUT)
        }
        let ready = poll.wait(milliseconds: -1)
        #expect(ready.map(\.socket).sorted() == pair.ends.sorted())
        #expect(ready.map(\.events) == [CURL_CSELECT_OUT, CURL_CSELECT_OUT])
    }

    @Test func `a socket is no longer watched after its removal`() {
        poll.watch(pair.ends[0], CURL_POLL_OUT)
        poll.watch(pair.ends[0], CURL_POLL_REMOVE)
        #expect(events() == [])
    }

    @Test func `makes libcurl examine a socket whose other end is closed`() throws {
        var closed: SocketPair? = try SocketPair()
        let socket = try dup(#require(closed).ends[0])
        defer {
            close(socket)
        }
        poll.watch(socket, CURL_POLL_IN)
        closed = nil
        let ready = poll.wait(milliseconds: -1)
        #expect(ready.map(\.socket) == [socket])
        #expect(ready.map(\.events) == [0])
        #expect(poll.wait(milliseconds: 0).count == 1)
    }

    /// Runs in a separate process with few open files. The socket has a high number, so no other
    /// thread opens a file with the same number.
    @Test func `a closed socket is reported once`() async {
        await #expect(processExitsWith: .success) {
            let poll = try #require(SocketPoll())
            let pair = try SocketPair()
            let socket = fcntl(pair.ends[0], F_DUPFD, 200)
            poll.watch(socket, CURL_POLL_IN)
            close(socket)
            let ready = poll.wait(milliseconds: -1)
            #expect(ready.map(\.socket) == [socket])
            #expect(ready.map(\.events) == [0])
            #expect(poll.wait(milliseconds: 0).isEmpty)
        }
    }

    @Test func `any number of wake-ups ends only one wait`() {
        poll.wakeUp()
        #expect(poll.wait(milliseconds: -1).isEmpty)
        poll.watch(pair.ends[0], CURL_POLL_IN)
        for _ in 1...1_000 {
            poll.wakeUp()
        }
        #expect(events(milliseconds: -1) == [])
        pair.write()
        #expect(events(milliseconds: -1) == [CURL_CSELECT_IN])
    }
}
