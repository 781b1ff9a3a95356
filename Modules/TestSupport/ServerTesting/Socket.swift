import Core
import Foundation

/// A blocking TCP socket. In the loopback server, only this type calls C functions.
///
/// The descriptor is closed when the last reference is released, so it cannot refer to another
/// socket while this socket is in use.
final class Socket: Sendable {
    private let descriptor: Int32

    private init(owning descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        #if canImport(Darwin)
            unsafe setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_NOSIGPIPE,
                &on,
                socklen_t(MemoryLayout<Int32>.size)
            )
        #endif
        unsafe setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &on,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    deinit {
        close(descriptor)
    }

    /// Listens at the address, such as `127.0.0.1` or `::1`, on a free port. Returns the socket and
    /// the port.
    static func listening(at address: String) throws -> (socket: Socket, port: Int) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let descriptor = socket(family, stream, 0)
        let listener = Socket(owning: descriptor)
        var port: in_port_t?
        if family == AF_INET6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(family)
            unsafe inet_pton(family, address, &name.sin6_addr)
            port = listen(at: &name, descriptor)?.sin6_port
        } else {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(family)
            name.sin_addr.s_addr = unsafe inet_addr(address)
            port = listen(at: &name, descriptor)?.sin_port
        }
        guard let port else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return (listener, Int(UInt16(bigEndian: port)))
    }

    /// Makes the socket with the given descriptor listen at an address. Returns the address with
    /// the port that the system has chosen, or `nil` if listening fails.
    private static func listen<Name>(at name: inout Name, _ descriptor: Int32) -> Name? {
        var length = socklen_t(MemoryLayout<Name>.size)
        // The C functions take a pointer to the fields that all kinds of addresses share, so the
        // pointer is rebound. Both pointers are valid while the closures run.
        let isListening = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(descriptor, general, length) == 0 && startListening(descriptor) == 0
                    && getsockname(descriptor, general, &length) == 0
            }
        }
        return isListening ? name : nil
    }

    func accept() -> Socket? {
        let connection = acceptConnection(descriptor)
        return connection >= 0 ? Socket(owning: connection) : nil
    }

    /// Waits for data, and returns at most 64 KiB. Returns an empty array if the peer or
    /// ``shutDown()`` has ended the connection.
    func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            let result = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            count = max(0, result)
        }
    }

    /// Sends all bytes. Returns `false` if the connection is broken.
    func write(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: sent),
                    buffer.count - sent,
                    flags
                )
            }
            guard result > 0 else { return false }
            sent += result
        }
        return true
    }

    /// Waits until the peer or ``shutDown()`` ends the connection. Returns `false` if this takes
    /// longer than `duration`.
    func waitForEnd(atMost duration: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, Int32(clamping: duration.milliseconds)) > 0
    }

    /// Shuts down both directions of the connection, which wakes every thread that reads, writes or
    /// waits.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Configures the socket to close with a reset (RST) instead of an orderly shutdown.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &option,
            socklen_t(MemoryLayout<linger>.size)
        )
    }

    /// Waits up to 50 ms for connections. Returns the indices of the sockets with a connection to
    /// accept.
    static func ready(of listeners: [Socket]) -> [Int] {
        // This is safe, because `poll` receives the length of the array and does not store the
        // pointer.
        var entries = listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&entries, nfds_t(entries.count), 50) > 0 else {
            return []
        }
        return entries.indices.filter { entries[$0].revents != 0 }
    }
}

/// Calls `accept` without requesting the peer's address. This function is at file scope, because
/// the class has a method with the name of the C function.
private func acceptConnection(_ descriptor: Int32) -> Int32 {
    accept(descriptor, nil, nil)
}

/// Calls `listen` with the longest queue that the system permits. This function is at file scope,
/// because the class has a method with the name of the C function.
private func startListening(_ descriptor: Int32) -> Int32 {
    listen(descriptor, SOMAXCONN)
}
