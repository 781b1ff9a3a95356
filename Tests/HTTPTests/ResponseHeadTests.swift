import Core
import HTTP
import Testing

struct ResponseHeadTests {
    private func head(_ lines: String...) -> ResponseHead {
        head(lines)
    }

    private func head(_ lines: [String]) -> ResponseHead {
        head(lines.map { Array("\($0)\r\n".utf8) })
    }

    private func head(_ lines: [[UInt8]]) -> ResponseHead {
        var head = ResponseHead()
        for line in lines {
            let isAccepted = head.append(line)
            #expect(isAccepted)
        }
        return head
    }

    @Test func `a head is complete after its empty line`() {
        #expect(!head("HTTP/1.1 200 OK", "Content-Type:  text/html ").isComplete)
        let complete = head("HTTP/1.1 200 OK", "Content-Type:  text/html ", "")
        #expect(complete.isComplete)
        #expect(complete.status == 200)
        #expect(complete.headers == ["Content-Type": "text/html"])
    }

    @Test(arguments: [
        ("HTTP/2 404", 404),
        ("HTTP/1.0 301 Moved", 301),
        ("HTTP/3 200 ", 200),
        ("HTTP/1.1 999 No", 999),
        ("HTTP/1.1", 0),
        ("HTTP/1.1 abc", 0),
    ])
    func `parses a status line of any HTTP version, and requires a status code`(
        line: String,
        status: Int
    ) {
        #expect(head(line, "").status == status)
        #expect(head(line, "").isComplete == (status > 0))
    }

    @Test(
        arguments: [
            (
                "only the first Location counts", ["Location: /new", "location: /old"],
                ["Location": "/new"]
            ),
            (
                "only the first Retry-After counts", ["Retry-After: 1", "retry-after: 60"],
                ["Retry-After": "1"]
            ),
            ("other fields are lists", ["Via: a", "Via: b"], ["Via": "a, b"]),
            ("trailer fields are ignored", ["A: b", "", "Expires: never"], ["A": "b"]),
            ("the lines of a folded field are joined", ["A: b", " c", "\td"], ["A": "b c d"]),
            ("a folded line without a preceding field is ignored", [" c"], [:]),
            ("a line without a colon is ignored", ["nonsense", "A:b"], ["A": "b"]),
            ("white space around a value is removed", ["A: \t b c\t "], ["A": "b c"]),
        ] as [(String, [String], HTTPHeaders)]
    )
    func `parses the fields of a response head`(
        _ rule: String,
        _ lines: [String],
        _ headers: HTTPHeaders
    ) {
        #expect(head(["HTTP/1.1 200 OK"] + lines + [""]).headers == headers)
    }

    @Test func `ignores the fields of an informational response`() {
        let response = head(
            "HTTP/1.1 103 Early Hints",
            "Link: </style.css>",
            "",
            "HTTP/1.1 204 No Content",
            "A: b",
            ""
        )
        #expect(response.status == 204)
        #expect(response.headers == ["A": "b"])
        #expect(!head("HTTP/1.1 103 Early Hints", "").isComplete)
    }

    @Test(
        arguments: [
            ([0xC3, 0xA9], "\u{e9}"),
            ([0xE9], "\u{e9}"),
            ([0xFF, 0x41], "\u{ff}A"),
        ] as [([UInt8], String)]
    )
    func `decodes a value beyond ASCII as UTF-8 if valid, and otherwise as ISO 8859-1`(
        bytes: [UInt8],
        text: String
    ) {
        let head = head([Array("HTTP/1.1 200 OK".utf8), Array("A: ".utf8) + bytes])
        #expect(head.headers["A"] == text)
    }

    @Test(arguments: [
        (["HTTP/1.1 200 OK", "Content-Length: 0"], false),
        (["HTTP/1.1 200 OK", "content-length: 7"], true),
        (["HTTP/1.1 200 OK"], true),
        (["HTTP/1.1 204 No Content"], false),
        (["HTTP/1.1 304 Not Modified"], false),
        (["HTTP/1.1 200 OK", "Content-Length: many"], true),
    ])
    func `a head determines whether a body can follow`(lines: [String], announcesBody: Bool) {
        #expect(head(lines).announcesBody == announcesBody)
    }

    private static let limit = 262_144

    @Test func `rejects a head that exceeds the limit`() {
        let statusLine = Array("HTTP/1.1 200 OK\r\n".utf8)
        let rest = [UInt8](repeating: 0x61, count: Self.limit - statusLine.count)
        var head = head([statusLine, rest])
        let isAccepted = head.append([0x61])
        #expect(!isAccepted)
    }

    @Test(arguments: ["A$0: b", "A: b", "Location: b", " b"])
    func `parses many lines in linear time`(line: String) {
        let start = ContinuousClock.now
        let lines = (0..<16_000).map { line.replacing("$0", with: "\($0)") }
        let head = head(["HTTP/1.1 200 OK", "A: b"] + lines)
        #expect(head.headers["A"]?.isEmpty == false)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `endless trailer fields exceed the limit`() {
        var head = head("HTTP/1.1 200 OK", "")
        var count = 0
        while head.append(Array("A: b\r\n".utf8)) {
            count += 1
            guard count < Self.limit else { break }
        }
        #expect(count < Self.limit / 5)
    }

    @Test func `endless informational heads exceed the limit`() {
        var head = ResponseHead()
        var count = 0
        while head.append(Array("HTTP/1.1 100 Continue\r\n".utf8)), head.append([0x0D, 0x0A]) {
            count += 1
            guard count < Self.limit else { break }
        }
        #expect(count < Self.limit / 20)
    }
}
