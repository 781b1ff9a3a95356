import App
import LibraryInterface
import LibraryViews
import ReportsInterface
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// The screen of Reports, which opens a screen of Library.
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
