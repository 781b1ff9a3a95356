/// The client of all services.
enum Clients {
    static let http: any HTTPClient =
        if let folder = Settings.current.folder {
            FolderHTTPClient(folder: folder)
        } else {
            URLSessionHTTPClient()
        }
}
