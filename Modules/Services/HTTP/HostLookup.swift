import Dispatch
import Foundation

/// A lookup that distinguishes a name server that does not respond from a host that does not exist.
///
/// libcurl reports the same error in both cases. In the first case, the host may exist: for
/// example, no name server responds while the machine is offline.
package enum HostLookup {
    /// Returns whether no name server answers a query for the host.
    ///
    /// The query uses the system's resolver, on a thread that may block.
    package static func isTemporaryFailure(_ host: String) async -> Bool {
        // Names below `invalid` never exist, so no lookup is needed (RFC 6761, section 6.4).
        guard !host.hasSuffix(".invalid") else { return false }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var addresses: UnsafeMutablePointer<addrinfo>?
                // getaddrinfo is thread-safe. This closure owns the list of addresses, and frees it
                // before the pointer goes out of scope.
                let code = unsafe getaddrinfo(host, nil, nil, &addresses)
                if let addresses = unsafe addresses {
                    unsafe freeaddrinfo(addresses)
                }
                continuation.resume(returning: isTemporaryFailure(code: code))
            }
        }
    }

    /// Returns whether a result of getaddrinfo (RFC 3493, section 6.1) means that no name server
    /// answered.
    package static func isTemporaryFailure(code: Int32) -> Bool {
        [EAI_AGAIN, EAI_FAIL, EAI_SYSTEM, EAI_MEMORY].contains(code)
    }
}
