import Core
import Foundation

/// The folders around the place in a bookmark file that is being read.
struct NetscapeFolders {
    private struct Folder {
        /// Nil for a container that every file of its kind has.
        let tag: LinkTag?
        let isContainer: Bool
    }

    /// How many folders deep the names are kept; a file that never closes its lists costs no more.
    private static let depthLimit = 64

    private var path: [Folder] = []
    private var depthBeyondLimit = 0
    private var heading: Folder?

    /// One tag for each folder; containers have none.
    var tags: Set<LinkTag> { Set(path.compactMap(\.tag)) }

    /// Whether a list is open.
    var isInList: Bool { !path.isEmpty }

    /// Takes the name of the folder whose list comes next.
    ///
    /// A name that browsers give to their containers is one only where nothing but containers is around it.
    mutating func setHeading(_ name: String, isMarkedAsContainer: Bool) {
        let isOutermost = path.allSatisfy(\.isContainer)
        let isContainer = isMarkedAsContainer || (isOutermost && Self.containers.contains(normalized(name)))
        heading = Folder(tag: isContainer ? nil : LinkTag(name), isContainer: isContainer)
    }

    /// Forgets a heading that no list has followed.
    mutating func dropHeading() {
        heading = nil
    }

    /// Goes into a list; without a heading it is no folder.
    mutating func open() {
        guard path.count < Self.depthLimit else { return depthBeyondLimit += 1 }
        path.append(heading ?? Folder(tag: nil, isContainer: true))
        heading = nil
    }

    /// Comes out of a list; does nothing where there is none.
    mutating func close() {
        heading = nil
        if depthBeyondLimit > 0 { depthBeyondLimit -= 1 } else { _ = path.popLast() }
    }

    private func normalized(_ name: String) -> String {
        name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// The outermost folders of Firefox, Chrome, Safari, Edge, Internet Explorer and Opera, in lower case.
    private static let containers: Set<String> = [
        "bookmarks", "bookmarks bar", "bookmarks menu", "bookmarks toolbar", "bookmarks toolbar folder", "bookmark bar",
        "favorites", "favorites bar", "favourites", "favourites bar", "links", "mobile bookmarks", "mobile favorites",
        "other bookmarks", "other favorites", "other favourites", "speed dial", "unfiled bookmarks",
        "unsorted bookmarks",
    ]
}
