import CBenchmarkSupport
import Foundation

extension Section {
    /// Every section, with the files that it needs, each in a folder of its own.
    static func all(in folder: String, isQuick: Bool) throws -> [Section] {
        let home = try subfolder("start", of: folder)
        let libraries = try (isQuick ? [10_000] : [10_000, 100_000]).map { links in
            let folder = try subfolder("library-\(links)", of: folder)
            return library(of: try BookmarkFile("bookmarks.html", in: folder, links: links), in: folder)
        }
        let hosts = 100
        let port = load_server_start(Int32(hosts))
        guard port != 0 else {
            let reason = NSError(domain: NSPOSIXErrorDomain, code: Int(errno)).localizedDescription
            throw Trouble(
                "no server can listen on 127.0.0.1 to 127.0.0.\(hosts): \(reason); on macOS, "
                    + "'sudo ifconfig lo0 alias 127.0.0.N' gives the loopback interface one more")
        }
        return [start(in: home)] + libraries + [
            quickServer(try pages(of: 1, port: port, in: folder), in: "\(folder)/hosts-1"),
            slowServers(try pages(of: hosts, port: port, in: folder), in: "\(folder)/hosts-\(hosts)"),
        ]
    }

    /// The pages of the server, in a subfolder.
    private static func pages(of hosts: Int, port: UInt16, in folder: String) throws -> BookmarkFile {
        let folder = try subfolder("hosts-\(hosts)", of: folder)
        try linkcheckerConfiguration.write(toFile: "\(folder)/linkchecker.ini", atomically: true, encoding: .utf8)
        return try BookmarkFile("bookmarks.html", in: folder, links: 10_000, hosts: hosts, port: port)
    }

    private static func subfolder(_ name: String, of folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
        return "\(folder)/\(name)"
    }
}
