import CCurl
import Foundation

/// The sockets to wait for, and a pipe through which another thread ends the wait. Only one thread
/// uses this object, except for ``wakeUp()``.
///
/// The class is safe because the two ends of the pipe are private, and open from `init` to
/// `deinit`.
@safe package final class SocketPoll {
    private let reader: Int32
    private let writer: Int32
    private var watched: [Int32: Int16] = [:]

    /// Creates a poll without sockets, or returns `nil` if the process cannot open more files.
    package init?() {
        var ends: [Int32] = [0, 0]
        // The array is valid for the duration of the call, and has room for both ends.
        guard unsafe pipe(&ends) == 0 else { return nil }
        reader = ends[0]
        writer = ends[1]
        for end in ends {
            // A write to a full pipe fails instead of waiting, because the bytes in the pipe
            // already wake the thread. Child processes must not inherit the pipe.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Sets the events to wait for on a socket, as one of libcurl's `CURL_POLL_…` constants.
    package func watch(_ socket: Int32, _ events: Int32) {
        var wanted: Int32 = 0
        if events & CURL_POLL_IN != 0 {
            wanted |= POLLIN
        }
        if events & CURL_POLL_OUT != 0 {
            wanted |= POLLOUT
        }
        watched[socket] = wanted == 0 ? nil : Int16(wanted)
    }

    /// Waits until a socket is ready, ``wakeUp()`` is called, or the time limit is reached.
    ///
    /// - Returns: The sockets that are ready, with their events as libcurl's `CURL_CSELECT_…`
    ///   flags.
    package func wait(milliseconds: Int32) -> [(socket: Int32, events: Int32)] {
        var entries = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
        entries += watched.map { pollfd(fd: $0.key, events: $0.value, revents: 0) }
        // The array is valid for the duration of the call, which receives its length.
        guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else {
            return []
        }
        if entries[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while unsafe read(reader, &bytes, bytes.count) > 0 {}
        }
        let ready = entries.dropFirst().filter { $0.revents != 0 }
        // A closed socket would end every wait immediately, so it is no longer watched.
        for entry in ready where Int32(entry.revents) & POLLNVAL != 0 {
            watched[entry.fd] = nil
        }
        return ready.map { ($0.fd, Self.libcurlEvents(Int32($0.revents))) }
    }

    /// Returns libcurl's `CURL_CSELECT_…` flags for the events of a socket.
    ///
    /// The result for an unusual event is 0, which makes libcurl examine the socket.
    private static func libcurlEvents(_ events: Int32) -> Int32 {
        switch events {
        case POLLIN: CURL_CSELECT_IN
        case POLLOUT: CURL_CSELECT_OUT
        case POLLIN | POLLOUT: CURL_CSELECT_IN | CURL_CSELECT_OUT
        default: 0
        }
    }

    /// Ends the current wait, or the next wait if no thread is waiting. Any thread may call this
    /// method.
    package func wakeUp() {
        var byte: UInt8 = 0
        // The byte is valid for the duration of the call.
        _ = unsafe write(writer, &byte, 1)
    }
}
