import Core
import HTTP
import Testing

struct ResponseHeadTests {
    /// Takes lines as libcurl hands them out, each with its end.
    private func head(_ lines: String...) -> ResponseHead {
        var head = ResponseHead()
        for line in lines { expectTaken("\(line)\r\n".utf8, by: &head) }
        return head
    }

    private func expectTaken(_ line: some BidirectionalCollection<UInt8>, by head: inout ResponseHead) {
        let isTaken = head.take(line)
        #expect(isTaken)
    }

    @Test func `a head is complete at its empty line`() {
        let begun = head("HTTP/1.1 200 OK", "Content-Type:  text/html ")
        #expect(!begun.isComplete)
        let whole = head("HTTP/1.1 200 OK", "Content-Type:  text/html ", "")
        #expect(whole.isComplete)
        #expect(whole.status == 200)
        #expect(whole.headers == ["Content-Type": "text/html"])
    }

    @Test(arguments: [
        ("HTTP/2 404", 404), ("HTTP/1.0 301 Moved", 301), ("HTTP/3 200 ", 200), ("HTTP/1.1 999 No", 999),
        ("HTTP/1.1", 0), ("HTTP/1.1 abc", 0),
    ])
    func `a status line has its status, in every version`(line: String, status: Int) {
        #expect(head(line, "").status == status)
    }

    @Test func `a status that is none does not complete a head`() {
        #expect(!head("HTTP/1.1 abc", "").isComplete)
    }

    @Test func `of two places to go to the first holds`() {
        let moved = head("HTTP/1.1 301 Moved", "Location: /new", "location: /new", "Via: a", "Via: b", "")
        #expect(moved.headers["Location"] == "/new" && moved.headers["Via"] == "a, b")
        #expect(head("HTTP/1.1 429 Wait", "Retry-After: 1", "retry-after: 60", "").headers["Retry-After"] == "1")
    }

    @Test func `an informational head goes before the answer, and leaves nothing behind`() {
        let answer = head("HTTP/1.1 103 Early Hints", "Link: </style.css>", "", "HTTP/1.1 204 No Content", "A: b", "")
        #expect(answer.status == 204)
        #expect(answer.headers == ["A": "b"])
        #expect(!head("HTTP/1.1 103 Early Hints", "").isComplete)
    }

    @Test func `fields after the body are left out`() {
        #expect(head("HTTP/1.1 200 OK", "A: b", "", "Expires: never").headers == ["A": "b"])
    }

    @Test func `a folded field is one field`() {
        #expect(head("HTTP/1.1 200 OK", "A: b", " c", "\td", "").headers == ["A": "b c d"])
        #expect(head("HTTP/1.1 200 OK", " c", "").headers == [:])
    }

    @Test func `a line without a colon says nothing`() {
        #expect(head("HTTP/1.1 200 OK", "nonsense", "A:b", "").headers == ["A": "b"])
    }

    @Test(
        arguments: [([0xC3, 0xA9], "\u{e9}"), ([0xE9], "\u{e9}"), ([0xFF, 0x41], "\u{ff}A")] as [([UInt8], String)])
    func `a value beyond ASCII is UTF-8 where it can be, and else ISO 8859-1`(bytes: [UInt8], text: String) {
        var head = head("HTTP/1.1 200 OK")
        expectTaken(Array("A: ".utf8) + bytes, by: &head)
        #expect(head.headers["A"] == text)
    }

    @Test(arguments: [
        (["HTTP/1.1 200 OK", "Content-Length: 0"], false), (["HTTP/1.1 200 OK", "content-length: 7"], true),
        (["HTTP/1.1 200 OK"], true), (["HTTP/1.1 204 No Content"], false), (["HTTP/1.1 304 Not Modified"], false),
        (["HTTP/1.1 200 OK", "Content-Length: many"], true),
    ])
    func `a head tells whether a body follows`(lines: [String], announcesBody: Bool) {
        var head = ResponseHead()
        for line in lines { expectTaken(line.utf8, by: &head) }
        #expect(head.announcesBody == announcesBody)
    }

    @Test func `a head ends at its limit`() {
        var head = head("HTTP/1.1 200 OK")
        let line = [UInt8](repeating: 0x61, count: ResponseHead.limit - "HTTP/1.1 200 OK\r\n".utf8.count)
        expectTaken(line, by: &head)
        let isTaken = head.take([0x61])
        #expect(!isTaken)
    }

    @Test func `informational heads without an end are too many`() {
        var head = ResponseHead()
        var count = 0
        while head.take(Array("HTTP/1.1 100 Continue\r\n".utf8)), head.take([0x0D, 0x0A]) {
            count += 1
            guard count < ResponseHead.limit else { break }
        }
        #expect(count < ResponseHead.limit / 20)
    }
}
