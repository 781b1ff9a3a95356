import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tells a host that does not exist from a name server that does not answer.
///
/// libcurl reports both alike, and the difference is that between a dead link and a machine that is offline.
package enum HostLookup {
    /// What came of looking a name up.
    package enum Outcome {
        /// The name has an address.
        case found
        /// Whoever is responsible says that there is no such name.
        case noSuchHost
        /// Nobody could be asked.
        case unanswered
    }

    /// Looks the name up with the system's resolver, on a thread that may block.
    static func outcome(of host: String) async -> Outcome {
        // Names below `invalid` never exist, and no server need be asked (RFC 6761, section 6.4).
        guard !host.hasSuffix(".invalid") else { return .noSuchHost }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: outcome(code: resolve(host))) }
        }
    }

    /// What a result code of getaddrinfo means (RFC 3493, section 6.1).
    package static func outcome(code: Int32) -> Outcome {
        switch code {
        case 0: .found
        case EAI_AGAIN, EAI_FAIL, EAI_SYSTEM, EAI_MEMORY: .unanswered
        default: .noSuchHost
        }
    }

    private static func resolve(_ host: String) -> Int32 {
        var addresses: UnsafeMutablePointer<addrinfo>?
        // getaddrinfo is thread-safe; the list is ours, and is freed before the pointer goes away.
        let code = unsafe getaddrinfo(host, nil, nil, &addresses)
        if let addresses = unsafe addresses { unsafe freeaddrinfo(addresses) }
        return code
    }
}
