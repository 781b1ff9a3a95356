#if canImport(SwiftUI)
    import Core
    import LibraryInterface
    import LibraryTesting
    import LibraryViews
    import SwiftUI

    #Preview("Links") {
        let drafts = [
            LinkDraft(url: "https://swift.org/", title: "Swift"),
            LinkDraft(url: "https://forums.swift.org/"),
        ]
        LinkListView(model: LinkListModel(library: InMemoryLinkLibrary(drafts)))
    }

    #Preview("Empty") { LinkListView(model: LinkListModel(library: InMemoryLinkLibrary())) }
#endif
