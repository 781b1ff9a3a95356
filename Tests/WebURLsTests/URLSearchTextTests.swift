import Testing
import WebURLs

struct URLSearchTextTests {
    @Test(arguments: [
        ("https://xn--bcher-kva.example/%C3%A9", "https://bücher.example/é"),
        ("https://a.example/a%20b%7E", "https://a.example/a b~"),
        ("https://xn--99999999.example/%FF%41", "https://xn--99999999.example/%FFA"),
    ])
    func `includes the stored and the readable form of a URL`(url: String, readable: String) {
        #expect(url.urlSearchText == "\(url) \(readable)")
    }

    @Test(arguments: [
        "https://a.example/a-b", "https://a.example/%00%1F%7F", "https://a.example/%FF",
        "https://a.example/%4", "https://xn--99999999.example/",
        "https://xn--zzzzzzzzzzzz.example/", "https://xn--.example/", "mailto:a%20b",
    ])
    func `includes a URL only once if its readable form is identical`(url: String) {
        #expect(url.urlSearchText == url)
    }

    // Most of the labels are samples of RFC 3492, section 7.1.
    @Test(arguments: [
        ("bücher", "bcher-kva"),
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"),
        ("💩", "ls8h"),
        // With this label, the delta that determines the next bias is one above the limit.
        ("一估佘", "4gqu2apd"),
    ])
    func `Punycode encodes and decodes a label`(label: String, encoded: String) throws {
        let url = "https://xn--\(encoded).example/"
        #expect(try WebURL(normalizing: "https://\(label).example").text == url)
        #expect(url.urlSearchText == "\(url) https://\(label).example/")
    }
}
