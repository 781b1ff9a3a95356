import Bootstrap
import Injection
import LibraryViews

#if canImport(SwiftUI)
    import SwiftUI

    @main struct Program: App {
        @State private var model = makeModel()

        var body: some Scene {
            WindowGroup { LinkListView(model: model) }
        }
    }
#else
    @main struct Program {
        static func main() {
            print("ShelfApp requires SwiftUI")
        }
    }
#endif

@MainActor private func makeModel() -> LinkListModel {
    LinkListModel(library: AppContainer.shared.library())
}
