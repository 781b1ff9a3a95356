/// Writes files that are whole, or not there at all.
public protocol FileWriter: Sendable {
    /// Writes a file piece by piece; it comes to its place, and replaces what was there, once it is whole.
    ///
    /// It keeps who may read the one that it replaces. What is no regular file, such as a pipe or a device, is written to as it
    /// is. When something fails, nothing is left of it, and what was there is as it was.
    ///
    /// - Parameter body: Hands on the pieces, in order.
    /// - Throws: ``FileError``, and what `body` throws.
    func write(
        to path: String, _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws
}
