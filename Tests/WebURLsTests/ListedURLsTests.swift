import Testing
import WebURLs

struct ListedURLsTests {
    @Test(arguments: [
        ("", []),
        (" \t\r\n", []),
        ("# https://a.example", []),
        (" #https://a.example", []),
        ("  https://a.example/#b\r\n", ["https://a.example/#b"]),
        ("https://a.example \tHTTP://b.example", ["https://a.example", "HTTP://b.example"]),
        ("https://a.example/a  b c", ["https://a.example/a b c"]),
        ("nonsense https://a.example ftp://b", ["nonsense", "https://a.example ftp://b"]),
    ])
    func `a word with a Web scheme begins the next URL of a line`(_ line: String, _ urls: [String])
    {
        #expect(line.listedURLs == urls)
    }
}
