import HTML
import ProgramTesting
import Testing

struct HTMLTokenizerTests {
    private static let asciiCharacters = (UInt8(1)...0x7F).map { Character(Unicode.Scalar($0)) }

    private func tokens(
        _ html: String,
        by size: Int = .max,
        limit: Int = 1 << 16,
        isXML: Bool = false
    ) -> [String] {
        tokens(Array(html.utf8), by: size, limit: limit, isXML: isXML).map(describe)
    }

    private func tokens(
        _ bytes: [UInt8],
        by size: Int = .max,
        limit: Int = 1 << 16,
        isXML: Bool = false
    ) -> [HTMLToken] {
        var tokenizer = HTMLTokenizer(tokenLimit: limit, isXML: isXML)
        var result: [HTMLToken] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            tokenizer.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let token = tokenizer.next() {
                result.append(token)
            }
        }
        tokenizer.finish()
        while let token = tokenizer.next() {
            result.append(token)
        }
        return result
    }

    private func describe(_ token: HTMLToken) -> String {
        switch token.content {
        case .startTag(let name, let attributes):
            var text = "<\(name)"
            for key in ["href", "title", "="] {
                if let value = attributes[key] {
                    text += " \(key)=[\(value)]"
                }
            }
            return text + ">"
        case .endTag(let name):
            return "</\(name)>"
        case .text(let text):
            return text
        }
    }

    /// HTML, and the tags and texts in it, which bars separate.
    @Test(
        arguments: Row.table(
            """
            <P>One<BR/>two</P > → <p>|One|<br>|two|</p>
            <a title href=''> → <a href=[] title=[]>
            <a title=1 href=2> → <a href=[2] title=[1]>
            <a title=1><b href=2> → <a title=[1]>|<b href=[2]>
            <a => → <a ==[]>
            <a href=/a/?b=c/>x → <a href=[/a/?b=c/]>|x
            <a/>b → <a>|b
            <a title/href=x>b → <a href=[x] title=[]>|b
            <script>if (a<b) '</p>&amp;'</scriptx></SCRIPT >c → <script>|if (a<b) '</p>&amp;'</scriptx>|</script>|c
            <script>a</script-b></script>c → <script>|a</script-b>|</script>|c
            <title>a <b> &amp; </tit</title> → <title>|a <b> & </tit|</title>
            <script/>a<p> → <script>|a<p>
            <style>a</style/>&amp; → <style>|a|</style>|&
            <a title='1\r⏎2\r3'>x\r⏎y\rz⏎w → <a title=[1⏎2⏎3]>|x⏎y⏎z⏎w
            """
        )
    )
    func `returns tags and text in order, with names in lower case`(row: Row) {
        #expect(tokens(row.lines(0)).joined(separator: "|") == row.lines(1))
    }

    /// XML, and the tags and texts in it, which bars separate.
    @Test(
        arguments: Row.table(
            """
            <script/>a<p> → <script>|</script>|a|<p>
            <a title/>b<c />d → <a title=[]>|</a>|b|<c>|</c>|d
            <a href='x'/>b<c/ ><d></d> → <a href=[x]>|</a>|b|<c>|<d>|</d>
            """
        )
    )
    func `an empty XML element has an end tag`(row: Row) {
        #expect(tokens(row[0], isXML: true).joined(separator: "|") == row[1])
    }

    @Test func `a tag begins with a letter, and its name is in lower case`() {
        for character in Self.asciiCharacters {
            let isTag = tokens("<\(character) x>") == ["<\(character.lowercased())>"]
            #expect(isTag == character.isLetter, "\(character)")
        }
        for character in Self.asciiCharacters where !" \t\n\r\u{C}/>".contains(character) {
            #expect(tokens("<a\(character)b>") == ["<a\(character.lowercased())b>"])
        }
    }

    @Test func `only white space and a slash separate the name of a tag from an attribute`() {
        for character in Self.asciiCharacters {
            let isSeparator = " \t\n\r\u{C}/".contains(character)
            let tag = tokens("<a\(character)href=x>").first
            #expect((tag == "<a href=[x]>") == isSeparator, "\(character)")
        }
    }

    @Test(arguments: [
        #"<a href="x">"#, "<a href='x'>", "<a href=x>", "<a\n href = \"x\" >", "<a HREF=x TITLE>",
        "<a/href=x>", #"<a href="x"title="y">"#, #"<a href="x" href="z">"#,
    ])
    func `reads attributes in every notation`(tag: String) {
        #expect(tokens(tag).first?.prefix(11) == "<a href=[x]")
    }

    @Test(arguments: [
        "a<!-- x > y -- z -->b", "a<!--->b", "a<!-->b", "a<!----!>b", "a<!DOCTYPE html>b",
        "a<?xml version='1.0'?>b", "a</>b", "a</ x>b", "a<!-x>b", "a<!>b", "a<!-- --- -->b",
        "a<!--!> -->b", "a<!--c->-->b", "a<!-- - -> -->b", "a<![CDATA[x]]>b",
    ])
    func `skips comments, doctypes and bogus comments`(html: String) {
        #expect(tokens(html) == ["ab"])
    }

    @Test(arguments: ["1 < 2", "a <3 b", "x<", "x</", "<", "a << b"])
    func `a less-than sign that does not begin a tag is text`(text: String) {
        #expect(tokens(text) == [text])
    }

    @Test(arguments: ["<a href=\"x", "<a", "<a href=x", "<!-- never closed", "</a"])
    func `skips an incomplete tag or comment at the end of the input`(rest: String) {
        #expect(tokens("b" + rest) == ["b"])
    }

    /// The text of `&amp;` in elements.
    @Test(
        arguments: ["title", "textarea"].map { ($0, "&") }
            + ["script", "style", "xmp", "iframe", "noembed", "noframes"].map { ($0, "&amp;") }
    )
    func `raw elements contain no tags`(name: String, ampersand: String) {
        #expect(
            tokens("<\(name)><p>&amp;</p></\(name)><p>")
                == ["<\(name)>", "<p>\(ampersand)</p>", "</\(name)>", "<p>"]
        )
    }

    @Test(arguments: 1...20)
    func `the contents of an XML CDATA section are literal text`(size: Int) {
        let xml = """
            a &amp; <![CDATA[<b> &amp; ]] ]> ]]]>&amp;<![CDATA[]]><![CDATA[x]]><![CDAT[y]]>z&amp;
            """
        #expect(tokens(xml, by: size, isXML: true).joined() == "a & <b> &amp; ]] ]> ]&xz&")
    }

    @Test func `counts line breaks of every kind`() {
        var lines: [Int] = []
        for token in tokens(Array("<a>\n<b>\r\n<c>\r<d>\rx\n<e\n><f>".utf8)) {
            if case .startTag = token.content {
                lines.append(token.line)
            }
        }
        #expect(lines == [1, 2, 3, 4, 6, 7])
    }

    @Test func `text has the line of its first character`() {
        let all = tokens(Array("a\nb<p>\nc<p>\r\n\r\nd".utf8))
        let texts = all.filter { if case .text = $0.content { true } else { false } }
        #expect(texts.map(\.line) == [1, 2, 3])
    }

    @Test func `each piece of divided text has the line of its first character`() {
        let lines = (1...400).map { "\($0) €€€€€€€€" }.joined(separator: "\n")
        let pieces = tokens(Array(lines.utf8), by: 50, limit: 200)
        #expect(pieces.count > 20)
        var line = 1
        for piece in pieces {
            #expect(piece.line == line)
            line += describe(piece).count { $0 == "\n" }
        }
    }

    @Test(arguments: 1...9)
    func `the size of the pieces of input does not affect the tokens`(size: Int) {
        let html = """
            <!DOCTYPE x><!-- c --><title>T &eacute;</title>
            <p title="&lt;é😀&quot;"\r\n href='y'>1 &lt; 2 &noti\r\nt; 😀</p>
            <script>a</b></script>end
            """
        #expect(tokens(html, by: size) == tokens(html))
    }

    @Test func `replaces invalid bytes with U+FFFD`() {
        let bytes = Array("a".utf8) + [0xFF, 0xC3] + Array("<b>".utf8) + [0xE2, 0x82]
        #expect(tokens(bytes).map(describe) == ["a\u{FFFD}\u{FFFD}", "<b>", "\u{FFFD}"])
    }

    @Test func `drops an attribute value that is too long, and keeps the other attributes`() {
        let html = "<a title='\(String(repeating: "x", count: 5_000))' href='y'>z"
        for size in [7, 300, 10_000] {
            #expect(tokens(html, by: size, limit: 1_000) == ["<a href=[y] title=[]>", "z"])
        }
    }

    @Test func `names the attributes whose name or value is too long`() throws {
        let name = String(repeating: "n", count: 1_000)
        let value = String(repeating: "v", count: 1_001)
        let html = "<a \(name)x=1><a href=y title=\(value)><a href=y>"
        let tags = tokens(Array(html.utf8), limit: 1_000)
        let attributes = tags.compactMap { tag -> HTMLAttributes? in
            if case .startTag(_, let attributes) = tag.content { attributes } else { nil }
        }
        #expect(attributes.map { Array($0.tooLong) } == [[name], ["title"], []])
        #expect(attributes.first?[name] == "")
    }

    @Test func `attributes that are created contain all pairs, and a lookup returns the first`() {
        let attributes = HTMLAttributes(["href": "a", "title": "", "href": "b"])
        #expect(attributes["href"] == "a")
        #expect(attributes["title"] == "")
        #expect(attributes["id"] == nil)
        #expect(attributes.all.map(\.name) == ["href", "title", "href"])
        #expect(attributes.all.map(\.value) == ["a", "", "b"])
        #expect(Array(attributes.tooLong).isEmpty)
    }

    @Test
    func `the limit applies to a tag name, to all attribute names and to all values of a tag`()
        throws
    {
        let html =
            "<\(String(repeating: "t", count: 1_001)) "
            + "\(String(repeating: "m", count: 600))=\(String(repeating: "v", count: 600)) "
            + "n=\(String(repeating: "w", count: 401)) "
            + "\(String(repeating: "o", count: 600))=x>"
        let tag = try #require(tokens(Array(html.utf8), limit: 1_000).first)
        guard case .startTag(let name, let attributes) = tag.content else {
            Issue.record("\(tag) is not a start tag")
            return
        }
        #expect(name == String(repeating: "t", count: 1_000))
        #expect(Array(attributes.tooLong) == ["n", String(repeating: "o", count: 399)])
        #expect(attributes[String(repeating: "m", count: 600)]?.count == 600)
    }

    @Test(arguments: [(1 << 16, []), ((1 << 16) + 1, ["title"])] as [(Int, [String])])
    func `the values of a tag have at most 64 KiB by default`(length: Int, tooLong: [String]) {
        var tokenizer = HTMLTokenizer()
        tokenizer.append("<a title='\(String(repeating: "x", count: length))'>".utf8)
        guard case .startTag(_, let attributes) = tokenizer.next()?.content else {
            Issue.record("The tokenizer returned no start tag")
            return
        }
        #expect(Array(attributes.tooLong) == tooLong)
        #expect(attributes["title"]?.count == (tooLong.isEmpty ? length : 0))
    }

    @Test func `character references are decoded even if the limit is too low for them`() {
        let text = String(repeating: "a &CounterClockwiseContourIntegral; ", count: 9)
        #expect(tokens(text, by: 1, limit: 0).joined() == String(repeating: "a ∳ ", count: 9))
    }

    @Test func `a raw element is recognized by its name`() {
        #expect(HTMLTokenizer.isRawElement("style"))
        #expect(!HTMLTokenizer.isRawElement("p"))
    }

    @Test func `divides long text without splitting characters or references`() {
        let text = String(repeating: "é€😀&amp;&CounterClockwiseContourIntegral;", count: 200)
        let pieces = tokens(text, by: 50, limit: 200)
        #expect(pieces.count > 20)
        #expect(pieces.joined() == String(repeating: "é€😀&∳", count: 200))
        #expect(pieces.allSatisfy { $0.utf8.count <= 300 })
    }

    @Test func `divides long text without splitting a character before an invalid byte`() {
        let bytes = Array(repeatElement(Array("😀".utf8) + [0x80], count: 200).joined())
        let pieces = tokens(bytes, by: 50, limit: 200).map(describe)
        #expect(pieces.count > 1)
        #expect(pieces.joined() == String(repeating: "😀\u{FFFD}", count: 200))
    }

    /// HTML, whether it ends within a tag or a comment, and the number of its last line.
    @Test(
        arguments: Row.table(
            """
            <a>b</a>⏎ → complete → 2
            text → complete → 1
            <title>a → complete → 1
            ⏎⏎<a href='x⏎ → cut off → 4
            <a → cut off → 1
            a < → cut off → 1
            a </ → cut off → 1
            <!-- a -- → cut off → 1
            </a → cut off → 1
            """
        )
    )
    func `reports whether the input ends within a tag or a comment`(row: Row) {
        var tokenizer = HTMLTokenizer()
        tokenizer.append(row.lines(0).utf8)
        while tokenizer.next() != nil {}
        #expect(!tokenizer.isCutOff, "the input may continue")
        tokenizer.finish()
        while tokenizer.next() != nil {}
        #expect(tokenizer.isCutOff == (row[1] == "cut off"))
        #expect(tokenizer.line == Int(row[2]))
    }

    @Test func `reports the lines on which the last tag and an unclosed raw element begin`() {
        var tokenizer = HTMLTokenizer()
        tokenizer.append("<p>\n<style\n>\na < b\n".utf8)
        tokenizer.finish()
        while tokenizer.next() != nil {}
        #expect(tokenizer.rawElement?.name == "style")
        #expect(tokenizer.rawElement?.line == 2)
        #expect(tokenizer.markupLine == 2)
    }

    @Test func `the treatment of raw elements can change between tags`() {
        var tokenizer = HTMLTokenizer()
        tokenizer.append("<style><a></style><b><style><i>".utf8)
        var names: [String] = []
        while let token = tokenizer.next() {
            guard case .startTag(let name, _) = token.content else {
                continue
            }
            names.append(name)
            tokenizer.knowsRawElements = name != "b"
        }
        #expect(names == ["style", "b", "style", "i"])
    }

    @Test func `the example in the README compiles and runs`() {
        var tokenizer = HTMLTokenizer()
        // Accepts UTF-8 in pieces of any size.
        tokenizer.append("<p>Fish &amp; <a href=chips.html>chips".utf8)
        tokenizer.finish()
        var links: [String?] = []
        while let token = tokenizer.next() {
            if case .startTag("a", let attributes) = token.content {
                links.append(attributes["href"])
            }
        }
        #expect(links == ["chips.html"])
    }
}
