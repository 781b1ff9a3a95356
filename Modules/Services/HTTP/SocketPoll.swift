import CCurl
import Foundation

/// Sockets to wait for, and a pipe by which another thread ends the wait.
///
/// Safe to use: the two ends of the pipe are private and open from `init` to `deinit`. One thread calls it, but for ``wakeUp()``.
@safe final class SocketPoll {
    private let reader: Int32
    private let writer: Int32
    /// What to wait for; the first one is the pipe.
    private var entries: [pollfd]
    private var places: [Int32: Int] = [:]

    /// Makes one without sockets, or returns nil where the process has no files left.
    init?() {
        var ends: [Int32] = [0, 0]
        // The array lives through the call, and has room for both ends.
        guard unsafe pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        entries = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
        for end in ends {
            // A full pipe wakes as well as one more byte would, and no program that we start needs either end.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Waits for a socket to be read from, written to, both, or none of the two any more.
    func watch(_ socket: Int32, reading: Bool, writing: Bool) {
        let events = Int16(reading ? POLLIN : 0) | Int16(writing ? POLLOUT : 0)
        if let place = places[socket] {
            entries[place].events = events
            if events == 0 { remove(socket, at: place) }
        } else if events != 0 {
            places[socket] = entries.count
            entries.append(pollfd(fd: socket, events: events, revents: 0))
        }
    }

    /// Waits until a socket is ready, ``wakeUp()`` is called or the time is over, and returns the sockets that are ready,
    /// each with what libcurl wants to know about it.
    func wait(milliseconds: Int32) -> [(socket: Int32, events: Int32)] {
        // The array lives through the call, and is as long as the call is told.
        var count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
        guard count > 0 else { return [] }
        if entries[0].revents != 0 {
            drain()
            count -= 1
        }
        var ready: [(Int32, Int32)] = []
        for entry in entries.dropFirst() where entry.revents != 0 {
            ready.append((entry.fd, Self.events(of: entry)))
            if ready.count == count { break }
        }
        // A socket that was closed unnoticed would end every wait at once.
        for entry in entries where Int32(entry.revents) & POLLNVAL != 0 {
            watch(entry.fd, reading: false, writing: false)
        }
        return ready
    }

    /// Ends the wait that is under way, or the next one; any thread may call it.
    func wakeUp() {
        var byte: UInt8 = 0
        _ = unsafe write(writer, &byte, 1)
    }

    private func remove(_ socket: Int32, at place: Int) {
        places[socket] = nil
        let last = entries.removeLast()
        guard last.fd != socket else { return }
        entries[place] = last
        places[last.fd] = place
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(reader, &bytes, bytes.count) > 0 {}
    }

    /// What has happened, in libcurl's words; 0, which makes libcurl look for itself, for anything but the usual.
    private static func events(of entry: pollfd) -> Int32 {
        guard Int32(entry.revents) & ~(POLLIN | POLLOUT) == 0 else { return 0 }
        let reads = Int32(entry.revents) & POLLIN != 0
        let writes = Int32(entry.revents) & POLLOUT != 0
        return (reads ? CURL_CSELECT_IN : 0) | (writes ? CURL_CSELECT_OUT : 0)
    }
}
