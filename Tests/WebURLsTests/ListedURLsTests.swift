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
        ("nonsense https://a.example ftp://b", ["nonsense", "https://a.example"]),
    ])
    func `a word with a Web scheme begins the next URL of a line`(_ line: String, _ urls: [String])
    {
        #expect(line.listedURLs.map(\.url) == urls)
    }

    @Test(arguments: [
        ("https://a.example/  b c", "b c"),
        ("https://a.example/ | A | b, https://b.example/\r", "A | b, https://b.example/"),
        ("https://a.example/ |", nil),
        ("https://a.example/\t#1", "#1"),
        ("https://b.example https://a.example/ A", "A"),
    ])
    func `the text behind the last URL is its title`(_ line: String, _ title: String?) {
        #expect(line.listedURLs.last == ListedURL(url: "https://a.example/", title: title))
    }
}
