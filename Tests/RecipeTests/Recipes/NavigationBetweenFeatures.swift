import Observation
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

// LibraryInterface and ReportsInterface: the screens that other features can open
enum LibraryRoute: Hashable, Sendable {
    case link(id: Int)
}

@MainActor protocol LibraryNavigator {
    func open(_ route: LibraryRoute)
}

enum ReportsRoute: Hashable, Sendable {
    case history(linkID: Int)
}

@MainActor protocol ReportsNavigator {
    func open(_ route: ReportsRoute)
}

// LibraryViews, which imports ReportsInterface: a screen that opens a screen of Reports
@MainActor final class LinkModel {
    private let id: Int
    private let reports: any ReportsNavigator

    init(id: Int, reports: any ReportsNavigator) {
        self.id = id
        self.reports = reports
    }

    func showHistory() {
        reports.open(.history(linkID: id))
    }
}

// ReportsViews, which imports LibraryInterface: a screen that opens a screen of Library
@MainActor final class HistoryModel {
    private let linkID: Int
    private let library: any LibraryNavigator

    init(linkID: Int, library: any LibraryNavigator) {
        self.linkID = linkID
        self.library = library
    }

    func showLink() {
        library.open(.link(id: linkID))
    }
}

// App: the open screens, of all features
enum Screen: Hashable {
    case library(LibraryRoute)
    case reports(ReportsRoute)
}

@MainActor @Observable final class AppNavigator: LibraryNavigator, ReportsNavigator {
    var path: [Screen] = []

    func open(_ route: LibraryRoute) {
        path.append(.library(route))
    }

    func open(_ route: ReportsRoute) {
        path.append(.reports(route))
    }
}

#if canImport(SwiftUI)
    struct RootView: View {
        @State private var navigator = AppNavigator()

        var body: some View {
            NavigationStack(path: $navigator.path) {
                LinkView(model: LinkModel(id: 1, reports: navigator))
                    .navigationDestination(for: Screen.self) { screen in
                        switch screen {
                        case .library(.link(let id)):
                            LinkView(model: LinkModel(id: id, reports: navigator))
                        case .reports(.history(let linkID)):
                            HistoryView(model: HistoryModel(linkID: linkID, library: navigator))
                        }
                    }
            }
        }
    }

    struct LinkView: View {
        let model: LinkModel
        var body: some View { Button("History") { model.showHistory() } }
    }

    struct HistoryView: View {
        let model: HistoryModel
        var body: some View { Button("Link") { model.showLink() } }
    }
#endif

// MARK: - Tests

/// A mock that records the opened routes.
@MainActor private final class RecordingReportsNavigator: ReportsNavigator {
    private(set) var routes: [ReportsRoute] = []
    func open(_ route: ReportsRoute) {
        routes.append(route)
    }
}

@MainActor struct NavigationBetweenFeaturesTests {
    @Test func `a link opens its history`() {
        let reports = RecordingReportsNavigator()
        LinkModel(id: 7, reports: reports).showHistory()
        #expect(reports.routes == [.history(linkID: 7)])
    }

    @Test func `the navigator of the app opens the screens of all features`() {
        let navigator = AppNavigator()
        LinkModel(id: 7, reports: navigator).showHistory()
        HistoryModel(linkID: 7, library: navigator).showLink()
        #expect(navigator.path == [.reports(.history(linkID: 7)), .library(.link(id: 7))])
    }
}
