import Core
import LibraryInterface
import Testing

extension LinkLibraryContract {
    private func add(_ drafts: [LinkDraft], to library: any LinkLibrary) async throws -> [Link] {
        var links: [Link] = []
        for draft in drafts { links.append(try await library.add(draft, fetching: false).link) }
        return links
    }

    func checkLinksKeepTheirOrder(_ library: any LinkLibrary) async throws {
        let links = try await add(["a", "b", "c"].map { Samples.draft($0) }, to: library)
        let wanted = [links[2], links[0], links[1]]
        #expect(try await library.links(wanted.map(\.id)) == wanted)
        #expect(try await library.links([]) == [])
    }

    func checkUnknownLinksAreNamed(_ library: any LinkLibrary) async throws {
        let link = try await add([Samples.draft("a")], to: library)[0]
        await #expect(throws: LibraryError.noSuchLinks([link.id + 2, link.id + 1])) {
            try await library.links([link.id + 2, link.id, link.id + 1])
        }
    }

    func checkTagsIgnoreCase(_ library: any LinkLibrary) async throws {
        let link = try await add([Samples.draft("a", tags: ["Swift"])], to: library)[0]
        #expect(try await library.links(matching: LinkQuery(tags: Samples.tags(["sWIFT"]))) == [link])
        #expect(try await library.links(matching: LinkQuery(excludedTags: Samples.tags(["SWIFT"]))).isEmpty)
        let report = try await library.merge(isDryRun: false) { merge in
            try merge(SourcedDraft(Samples.draft("a", tags: ["swift"]), line: 1))
        }
        #expect(report.unchanged == 1)
        #expect(try await library.links([link.id]).first?.tags.map(\.name) == ["Swift"])
    }

    func checkNewestComeFirst(_ library: any LinkLibrary) async throws {
        let links = try await add(
            [
                Samples.draft("a", day: 2), Samples.draft("b", day: 3), Samples.draft("c", day: 1),
                Samples.draft("d", day: 2),
            ],
            to: library)
        #expect(try await library.links(matching: LinkQuery()) == [links[1], links[3], links[0], links[2]])
    }

    func checkLimitBoundsTheAnswer(_ library: any LinkLibrary) async throws {
        let links = try await add((1...4).map { Samples.draft("\($0)", day: $0) }, to: library)
        #expect(try await library.links(matching: LinkQuery(limit: 2)) == [links[3], links[2]])
        #expect(try await library.links(matching: LinkQuery(limit: 9)).count == 4)
        #expect(try await library.links(matching: LinkQuery(limit: 0)).isEmpty)
    }

    func checkWantedTagsAreAllThere(_ library: any LinkLibrary) async throws {
        let links = try await add(
            [Samples.draft("a", tags: ["x", "y"]), Samples.draft("b", tags: ["x"]), Samples.draft("c")], to: library)
        #expect(try await library.links(matching: LinkQuery(tags: Samples.tags(["x", "y"]))) == [links[0]])
        #expect(try await library.links(matching: LinkQuery(tags: Samples.tags(["x"]))).count == 2)
        #expect(try await library.links(matching: LinkQuery(tags: Samples.tags(["z"]))).isEmpty)
    }

    func checkExcludedTagsAreNotThere(_ library: any LinkLibrary) async throws {
        let links = try await add(
            [Samples.draft("a", tags: ["x", "y"]), Samples.draft("b", tags: ["x"]), Samples.draft("c")], to: library)
        let query = LinkQuery(tags: Samples.tags(["x"]), excludedTags: Samples.tags(["y", "z"]))
        #expect(try await library.links(matching: query) == [links[1]])
        #expect(try await library.links(matching: LinkQuery(excludedTags: Samples.tags(["x"]))) == [links[2]])
    }

    func checkMissingTagsAndTitlesAreFound(_ library: any LinkLibrary) async throws {
        let links = try await add(
            [
                Samples.draft("a", title: "A"), Samples.draft("b", tags: ["x"]),
                Samples.draft("c", title: "C", tags: ["x"]),
            ],
            to: library)
        #expect(try await library.links(matching: LinkQuery(isUntagged: true)) == [links[0]])
        #expect(try await library.links(matching: LinkQuery(isUntitled: true)) == [links[1]])
        #expect(try await library.links(matching: LinkQuery(isUntagged: true, isUntitled: true)).isEmpty)
    }

    func checkBatchesGiveAllLinks(_ library: any LinkLibrary) async throws {
        let drafts = (0..<1_203).map { Samples.draft("\($0)", tags: $0 < 7 ? ["few"] : []) }
        _ = try await library.merge(isDryRun: false) { merge in
            for draft in drafts { try merge(SourcedDraft(draft, line: 1)) }
        }
        for query in [LinkQuery(), LinkQuery(tags: Samples.tags(["few"])), LinkQuery(limit: 501), LinkQuery(limit: 0)] {
            var links: [Link] = []
            for try await batch in library.batches(matching: query) {
                #expect(!batch.isEmpty)
                links += batch
            }
            #expect(links == (try await library.links(matching: query)))
            #expect(links.map(\.id) == (try await library.ids(matching: query)))
        }
    }
}
