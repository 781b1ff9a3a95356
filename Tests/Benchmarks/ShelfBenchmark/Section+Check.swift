extension Section {
    private static let requestsAtOnce = 128

    /// All that the processors can do: one host, which answers at once.
    static func quickServer(_ file: BookmarkFile, in folder: String) -> Section {
        let visit = Visit(pages: file.links, milliseconds: 0)
        return Section(
            title: "\(file.links.grouped) links to one host", folder: folder,
            rows: [Row(title: "check", goal: .ahead(of: .lychee), visit: visit, calls: checking(file))])
    }

    /// What the network allows: hosts that answer late.
    static func slowServers(_ file: BookmarkFile, in folder: String) -> Section {
        let visit = Visit(pages: file.links, milliseconds: 50)
        let goal = Goal.share(0.95, ideal: visit.ideal(atOnce: requestsAtOnce))
        return Section(
            title: "\(file.links.grouped) links to 100 hosts, 50 ms away", folder: folder,
            rows: [Row(title: "check", goal: goal, visit: visit, calls: checking(file))])
    }

    /// Every program with as many requests at once, and without manners.
    private static func checking(_ file: BookmarkFile) -> [Call] {
        let width = String(requestsAtOnce)
        return [
            Call(
                .shelf, ["check", "--concurrency", width, "--per-host", width, "--interval", "0ms"],
                removing: "shelf", preparing: ["import", file.name],
                proof: Proof(text: "checked \(file.links) links: \(file.links) ok\n", times: 1)),
            Call(
                .lychee,
                [
                    "--no-progress", "--format", "json", "--max-concurrency", width, "--host-concurrency", width,
                    "--host-request-interval", "0ms", file.name,
                ], proof: Proof(text: "\"successful\": \(file.links),", times: 1)),
            Call(
                .linkchecker,
                [
                    "--config", "linkchecker.ini", "--no-status", "--threads", width, "--recursion-level", "1",
                    file.name,
                ],
                proof: Proof(text: " 0 errors found", times: 1)),
        ]
    }

    /// What its command line cannot say.
    static let linkcheckerConfiguration = """
        [checking]
        maxrequestspersecond=1000000
        [filtering]
        checkextern=1

        """
}
