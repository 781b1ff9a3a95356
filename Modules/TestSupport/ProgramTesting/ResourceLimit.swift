#if os(Linux)
    public import Foundation

    /// Runs `body` while the process can use no more of a resource, such as `RLIMIT_NOFILE`.
    ///
    /// The limit belongs to the process, so this function must be called in an exit test.
    public func withoutResource(
        _ kind: __rlimit_resource,
        _ body: () async throws -> Void
    ) async throws {
        let resource = __rlimit_resource_t(kind.rawValue)
        // The pointers are valid for the duration of the calls, which do not keep them.
        var usual = rlimit()
        unsafe getrlimit(resource, &usual)
        var none = rlimit(rlim_cur: 0, rlim_max: usual.rlim_max)
        unsafe setrlimit(resource, &none)
        defer {
            unsafe setrlimit(resource, &usual)
        }
        try await body()
    }
#endif
