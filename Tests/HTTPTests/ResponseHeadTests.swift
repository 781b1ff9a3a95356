import Core
import Foundation
import HTTP
import ProgramTesting
import Testing

struct ResponseHeadTests {
    private func head(
        _ lines: String...,
        at location: SourceLocation = #_sourceLocation
    ) -> ResponseHead {
        head(lines, at: location)
    }

    private func head(
        _ lines: [String],
        at location: SourceLocation = #_sourceLocation
    ) -> ResponseHead {
        head(lines.map { Array("\($0)\r\n".utf8) }, at: location)
    }

    private func head(
        _ lines: [[UInt8]],
        at location: SourceLocation = #_sourceLocation
    ) -> ResponseHead {
        var head = ResponseHead()
        for line in lines {
            let isAccepted = head.append(line)
            #expect(isAccepted, sourceLocation: location)
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

    /// The lines after the status line, and the header fields with names in lower case.
    @Test(
        arguments: Row.table(
            """
            // Only the first Location and the first Retry-After count. Other fields are lists.
            ⏎Location: /new⏎location: /old⏎ → location: /new
            ⏎Retry-After: 1⏎retry-after: 60⏎ → retry-after: 1
            ⏎Via: a⏎Via: b⏎ → via: a, b
            // Trailer fields are ignored.
            ⏎A: b⏎⏎Expires: never⏎ → a: b
            // The lines of a folded field are joined, but a folded line without a field is ignored.
            ⏎A: b⏎ c⏎\td⏎ → a: b c d
            ⏎ c⏎ →
            ⏎nonsense⏎A:b⏎ → a: b
            // White space around a value is removed.
            ⏎A: \t b c\t ⏎ → a: b c
            """
        )
    )
    func `parses the fields of a response head`(row: Row) {
        let headers = head("HTTP/1.1 200 OK\(row[0])".components(separatedBy: "⏎")).headers
        let fields = headers.map { "\($0.key): \($0.value)" }
        #expect(fields.joined(separator: "⏎") == row[1])
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

    @Test(
        arguments: Row.table(
            """
            HTTP/1.1 200 OK⏎Content-Length: 0 → no
            HTTP/1.1 200 OK⏎content-length: 7 → yes
            HTTP/1.1 200 OK → yes
            HTTP/1.1 204 No Content → no
            HTTP/1.1 304 Not Modified → no
            HTTP/1.1 200 OK⏎Content-Length: many → yes
            """
        )
    )
    func `a head determines whether a body can follow`(row: Row) {
        let head = head(row[0].components(separatedBy: "⏎"))
        #expect(head.announcesBody == (row[1] == "yes"))
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
        let start = processorTime()
        let lines = (0..<16_000).map { line.replacing("$0", with: "\($0)") }
        let head = head(["HTTP/1.1 200 OK", "A: b"] + lines)
        #expect(head.headers["A"]?.first == "b")
        #expect(processorTime() - start < 5)
    }

    @Test func `endless trailer fields exceed the limit`() {
        var head = head("HTTP/1.1 200 OK", "")
        var count = 0
        while head.append(Array("A: b\r\n".utf8)) {
            count += 1
            guard count < Self.limit else { break }
        }
        // The first two lines have 19 bytes, and each trailer field has 6.
        #expect(count == (Self.limit - 19) / 6)
    }

    @Test func `endless informational heads exceed the limit`() {
        var head = ResponseHead()
        var count = 0
        while head.append(Array("HTTP/1.1 100 Continue\r\n".utf8)), head.append([0x0D, 0x0A]) {
            count += 1
            guard count < Self.limit else { break }
        }
        #expect(count == Self.limit / 25)
    }
}
