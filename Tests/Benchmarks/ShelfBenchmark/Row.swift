/// Something to do, which several programs can.
struct Row {
    let title: String
    var goal: Goal?
    /// The visit to the server that it is.
    var visit: Visit?
    let calls: [Call]
}

/// Pages that are all to be asked for, of a server that answers so late.
struct Visit {
    let pages: Int
    let milliseconds: Int

    /// How long it takes at best with so many requests at once.
    func ideal(atOnce requests: Int) -> Double { Double(pages * milliseconds) / 1000 / Double(requests) }
}

/// What shelf should reach, in seconds of the clock on the wall.
enum Goal {
    case atMost(Double)
    /// At most so much more than it takes to start, which is measured in turn with the row.
    case beyondStart(Double)
    /// At least this part of the best rate, with which it would take `ideal` seconds.
    case share(Double, ideal: Double)
    case ahead(of: Contender)
}

/// Rows with the same links, in a folder that is the home of every program.
struct Section {
    let title: String
    let folder: String
    let rows: [Row]
}
