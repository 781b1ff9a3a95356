/// Returns `text`. Replace this example.
public func libraryNameExample(_ text: String) -> String {
    text
}
