#if canImport(SwiftUI)
    import Core
    public import SwiftUI

    public struct LinkListView: View {
        @Bindable private var model: LinkListModel
        @State private var url = ""

        public init(model: LinkListModel) {
            self.model = model
        }

        public var body: some View {
            NavigationStack {
                List {
                    TextField("URL", text: $url).onSubmit { Task { await model.add(url) } }
                    if let message = model.message {
                        Text(message).foregroundStyle(.red)
                    }
                    ForEach(model.links) { link in
                        VStack(alignment: .leading) {
                            Text(link.title ?? link.url)
                            Text(link.url).font(.caption).foregroundStyle(.secondary)
                        }
                    }
                    .onDelete { rows in Task { await model.remove(rows.map { model.links[$0] }) } }
                }
                .searchable(text: $model.search)
                .task(id: model.search) { await model.load() }
            }
        }
    }
#endif
