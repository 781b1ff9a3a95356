import Core
import LibraryInterface
import SearchText
import Testing

extension LinkStoreContract {
    /// Creates a rule about the links that each search finds among the given links.
    private init(
        _ rule: String,
        among links: [Link],
        results: KeyValuePairs<String, [String]>
    ) {
        self.init(rule) { store in
            try await store.insertNewestFirst(links)
            try await store.expect(results)
        }
    }

    static let searching: [Self] = [
        Self(
            "a term matches the beginning of a word in any field",
            among: [
                .sample("1", title: "Bookmarks"),
                .sample("2", note: "a bookmark"),
                .sample("bookmarking/3"),
                .sample("4", tags: "bookmarked"),
                .sample("5", title: "a book"),
                .sample("6", title: "unbookmarked"),
            ],
            results: [
                "bookmark": ["1", "2", "bookmarking/3", "4"],
                "example.org": ["1", "2", "bookmarking/3", "4", "5", "6"],
            ]
        ),
        Self(
            "a search finds only links that contain all of the terms",
            among: [
                .sample("1", title: "Swift", note: "concurrency"),
                .sample("2", title: "Swift"),
                .sample("3", note: "concurrency"),
            ],
            results: ["concurrency swift": ["1"]]
        ),
        Self(
            "a phrase matches only consecutive words in the same order",
            among: [
                .sample("1", title: "The Swift book, second edition"),
                .sample("2", title: "The book of Swift"),
            ],
            results: [
                "\"swift book\"": ["1"], "\"book swift\"": [], "\"swift boo\"": [],
                "\"swift book\" edition": ["1"],
            ]
        ),
        Self(
            "a phrase, or a word with punctuation, matches only within one tag",
            among: [
                .sample("1", tags: "server,swift"),
                .sample("2", tags: "server swift,zebra"),
                .sample("3", title: "server", tags: "swift"),
            ],
            results: [
                "\"server swift\"": ["2"], "server-swift": ["2"], "\"swift zebra\"": [],
                "-\"server swift\"": ["1", "3"],
            ]
        ),
        Self(
            "a search omits links that contain an excluded term in any field",
            among: [
                .sample("1", title: "Swift", note: "concurrency"),
                .sample("2", title: "Swift servers"),
                .sample("3", title: "Swift", tags: "concurrency"),
                .sample("concurrency/4", title: "swift"),
                .sample("5", note: "C++ for Swift"),
                .sample("6", title: "C for swift programmers"),
                .sample("7"),
            ],
            results: [
                "swift -concurrency": ["2", "5", "6"],
                "swift -conc -c": ["2"],
                "swift -c++ -concurrency": ["2", "6"],
                "-swift": ["7"],
                "-swift -example": [],
                "-c++ -concurrency": ["2", "6", "7"],
                "swift -\"swift servers\" -concurrency": ["5", "6"],
                "swift -\"servers swift\" -concurrency": ["2", "5", "6"],
                "-nothing swift -concurrency": ["2", "5", "6"],
                "swift -swift": [],
            ]
        ),
        Self(
            "a search finds links that contain at least one of the alternatives",
            among: [
                .sample("1", title: "Swift book"),
                .sample("2", title: "Rust book"),
                .sample("3", title: "Go", note: "a booklet"),
                .sample("4", title: "Swift", tags: "rust"),
                .sample("5", title: "C++ book"),
                .sample("6", title: "C book, or two"),
            ],
            results: [
                "swift OR rust": ["1", "2", "4"],
                "swift OR rust book": ["1", "2"],
                "book swift OR rust": ["1", "2"],
                "swift OR rust OR go book": ["1", "2", "3"],
                "swift OR rust book OR go": ["1", "2"],
                "\"swift book\" OR go": ["1", "3"],
                "c++ OR rust": ["2", "4", "5"],
                "c++ OR go book": ["3", "5"],
                "c OR go": ["3", "5", "6"],
                "swift OR rust -book": ["4"],
                "nothing OR go": ["3"],
                "nothing OR nowhere": [],
                "book or go": ["3"],
                "nothing OR": [],
                "OR nothing": [],
            ]
        ),
        Self("exclusions and alternatives apply in every sort order") { store in
            try await store.insertNewestFirst([
                .sample("1", title: "b swift"),
                .sample("2", title: "a rust"),
                .sample("3", title: "c go"),
            ])
            for order in [LinkQuery.Order.relevance, .title, .added, .oldest] {
                for text in ["swift OR rust", "-go", "example -go", "c++ OR swift OR rust"] {
                    let query = LinkQuery(terms: SearchTerms(text), order: order)
                    #expect(try await Set(store.paths(query)) == ["1", "2"], "\(text) \(order)")
                    #expect(try await store.ids(matching: query).count == 2, "\(text) \(order)")
                }
            }
            let titles = LinkQuery(terms: SearchTerms("-go"), order: .title, limit: 1)
            #expect(try await store.paths(titles) == ["2"])
            let untitled = LinkQuery(terms: SearchTerms("-go"), isUntitled: true)
            #expect(try await store.paths(untitled).isEmpty)
        },
        Self(
            "the search ignores case and accents",
            among: [.sample("1", title: "CAFÉ Zürich"), .sample("2", title: "тест")],
            results: ["cafe zurich": ["1"], "Café ZÜRICH": ["1"], "ТЕСТ": ["2"]]
        ),
        Self("a search treats the operators of query languages as plain text") { store in
            try await store.insert(
                .sample("1", title: "C++ NEAR(a b) AND NOT x OR y*"),
                .sample("2", title: "c")
            )
            try await store.expect(["c++ NOT near(a": ["1"]])
            for text in [
                "title:c", "^c", "c*", "-c", "c:", "(c", "{c}", "a'b%_", "AND", "*", "\"", "\\",
                "\u{0}c",
            ] {
                _ = try await store.links(matching: LinkQuery(terms: SearchTerms(text)))
            }
        },
        Self(
            "the search ignores accents, vowel points and character widths in non-Latin scripts",
            among: [
                .sample("greek", title: "Ελλάδα και Σίσυφος"),
                .sample("cyrillic", title: "Чёрный йогурт"),
                .sample("hebrew", note: "שָׁלוֹם"),
                .sample("arabic", note: "العَرَبِيَّة"),
                .sample("hindi", title: "हिन्दी भाषा"),
                .sample("vietnamese", title: "Ti\u{EA}\u{301}ng Vi\u{EA}\u{323}t"),
                .sample("wide", title: "Ｓｗｉｆｔ ｶﾞｲﾄﾞ"),
                .sample("german", title: "Straße"),
                .sample("korean", title: "한국어를"),
            ],
            results: [
                "ελλαδα": ["greek"],
                "ΣΊΣΥΦΟΣ": ["greek"],
                "черный": ["cyrillic"],
                "שלום": ["hebrew"],
                "العربية": ["arabic"],
                "हिन्दी": ["hindi"],
                "tieng viet": ["vietnamese"],
                "ガイド": ["wide"],
                "swift": ["wide"],
                "strasse": ["german"],
                "한국어": ["korean"],
                "हन": [],
            ]
        ),
        Self(
            "a search finds words in scripts that do not separate words with spaces",
            among: [
                .sample("tower", title: "昔の東京タワーから"),
                .sample("kyoto", title: "京都と東北"),
                .sample("thai", note: "ฉันรักภาษาไทย"),
                .sample("mixed", title: "Swift入門2026"),
            ],
            results: [
                "東京": ["tower"],
                "京": ["tower", "kyoto"],
                "\"東京タワー\"": ["tower"],
                "タワ": ["tower"],
                "京東": [],
                "ภาษา": ["thai"],
                "ไทย": ["thai"],
                "入門": ["mixed"],
                "swift入門": ["mixed"],
                "入門 swift 20": ["mixed"],
            ]
        ),
        Self(
            "an emoji is a word, regardless of its skin tone and position",
            among: [
                .sample("rocket", title: "🚀 launch"),
                .sample("glued", note: "to the moon🚀now"),
                .sample("tag", tags: "👍🏽"),
                .sample("%E2%9D%A4%EF%B8%8F"),
                .sample("new", title: "\u{1FAE8}"),
                .sample("family", title: "👨‍👩‍👧 5 °C, Foo® Bar"),
            ],
            results: [
                "🚀": ["rocket", "glued"],
                "🚀 launch": ["rocket"],
                "moon": ["glued"],
                "\"🚀 now\"": ["glued"],
                "🚀lau": ["rocket"],
                "👍": ["tag"],
                "👍🏿": ["tag"],
                "❤": ["%E2%9D%A4%EF%B8%8F"],
                "\u{1FAE8}": ["new"],
                "👩": ["family"],
                "\"5 c\"": ["family"],
                "\"foo bar\"": ["family"],
                "🌍": [],
            ]
        ),
        Self(
            "symbols in names are significant: C++ is not C",
            among: [
                .sample("plain", title: "C, cc and net"),
                .sample("plus", title: "Modern C++ and c#"),
                .sample("sharp", tags: "C#"),
                .sample("dot", note: "all about .NETs"),
                .sample("node.js", title: "x"),
            ],
            results: [
                "c++": ["plus"],
                "C#": ["plus", "sharp"],
                ".net": ["dot"],
                "node.js": ["node.js"],
                "\"c++ and\"": ["plus"],
                "c++ c#": ["plus"],
                "c": ["plain", "plus", "sharp"],
                "net": ["plain", "dot"],
            ]
        ),
        Self("symbols in names are significant, but case and accents are not") { store in
            try await store.insertNewestFirst([
                .sample("title", title: "Modern Café++"),
                .sample("note", note: "all about CAFÉ++"),
                .sample("tag", tags: "Café++"),
                .sample("caf%C3%A9++"),
                .sample("plain", title: "Café"),
                .sample("cyrillic", title: "Ёлка#"),
            ])
            let names = ["title", "note", "tag", "caf%C3%A9++"]
            try await store.expect([
                "cafe++": names,
                "CAFÉ++": names,
                "\"cafe\u{301}++\"": names,
                "café": names + ["plain"],
                "cafe -café++": ["plain"],
                "cafe++ OR елка#": names + ["cyrillic"],
                "елка#": ["cyrillic"],
                "елка++": [],
            ])
        },
        Self("search terms match both the decoded and the percent-encoded form of a URL") { store in
            var munich = Link.sample("", day: 1)
            munich.url = "https://xn--mnchen-3ya.example/?q=%C3%BC%26"
            try await store.insert(
                .sample("wiki/Gr%C3%B6%C3%9Fe", day: 5),
                .sample("wiki/%E6%97%A5%E6%9C%AC", day: 4),
                .sample("wiki/C%2B%2B", day: 3),
                .sample("latin%E4%20one%00", day: 2),
                munich
            )
            try await store.expect([
                "größe": ["wiki/Gr%C3%B6%C3%9Fe"], "Gr%C3%B6%C3%9Fe": ["wiki/Gr%C3%B6%C3%9Fe"],
                "https://example.org/wiki/Größe": ["wiki/Gr%C3%B6%C3%9Fe"],
                "日本": ["wiki/%E6%97%A5%E6%9C%AC"],
                "本": ["wiki/%E6%97%A5%E6%9C%AC"], "wiki/%E6%97": ["wiki/%E6%97%A5%E6%9C%AC"],
                "c++": ["wiki/C%2B%2B"], "\"latin e4 one 00\"": ["latin%E4%20one%00"],
                "München": [munich.url],
                "xn--mnchen-3ya": [munich.url], "https://münchen.example/?q=ü&": [munich.url],
            ])
        },
        Self("searches reflect updates and removals") { store in
            var link = try await store.insert(
                .sample("1", title: "before", tags: "oldtag")
            )[0]
            link.title = "after"
            link.tags = []
            try await store.update(link)
            try await store.expect(["before": [], "oldtag": [], "after": ["1"]])
            try await store.remove(link.id)
            try await store.expect(["after": []])
        },
        Self("a match in the title or a tag ranks before a match in the note or the URL") { store in
            let often = Array(repeating: "sqlite", count: 20).joined(separator: " ")
            let long = "sqlite and " + (1...12).map { "word\($0)" }.joined(separator: " ")
            try await store.insert(
                .sample("note", title: "something", note: often, day: 5),
                .sample("sqlite/url", day: 4),
                .sample(
                    "title",
                    title: long,
                    note: often.replacing("sqlite", with: "other"),
                    day: 1
                ),
                .sample("tag", title: "another", tags: "SQLite,b", day: 2),
                .sample("none", title: "x", day: 6)
            )
            try await store.expect(["sqlite": ["note", "sqlite/url", "tag", "title"]])
            var query = LinkQuery(terms: [.word("sqlite")], order: .relevance)
            let ranked = try await store.paths(query)
            #expect(ranked.count == 4)
            #expect(Set(ranked.prefix(2)) == ["title", "tag"])
            query.limit = 1
            #expect(try await store.paths(query).count == 1)
        },
    ]
}
