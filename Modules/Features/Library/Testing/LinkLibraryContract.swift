public import LibraryInterface

/// What every `LinkLibrary` promises: one rule each, to be checked on a library that is empty.
///
///     @Test(arguments: LinkLibraryContract.allCases)
///     func `the library keeps its promises`(rule: LinkLibraryContract) async throws {
///         try await rule.check(library)
///     }
///
/// All addresses are in normal form already, so that a library that normalises them can be checked too.
public enum LinkLibraryContract: String, Sendable, CaseIterable {
    case addKeepsEverything = "what is added is found again with all it has"
    case addKnowsWhatIsThere = "an address that is there already is not added again, and its link learns what it lacks"
    case addTakesMany = "many links are added in their order, each as one change, and one that is refused stops none"
    case addEndsWithErrors =
        "an error of where drafts come from, or of who is told, ends an addition, and what was saved stays"
    case addRefusesOtherAddresses = "what is no address of the Web is not added"
    case mergeAddsAndReports = "a merge adds what is new, and says so"
    case mergeOverwritesNothing = "a merge unions tags, fills in what is missing, and overwrites nothing"
    case mergeKeepsTheEarlierDate = "a merge keeps the earlier date of addition"
    case mergeJoinsRepetitions = "an address that comes twice in one merge is one link"
    case mergeTwiceChangesNothing = "merging the same twice changes nothing"
    case mergeTakesChecksIn = "a merge takes in what a check said where nothing as new is known, and undo takes it away"
    case mergeSkipsOtherAddresses = "a merge leaves out what is no address of the Web, and says where it stands"
    case dryRunChangesNothing = "a dry run says what would happen and changes nothing"
    case throwingFeedChangesNothing = "a feed that throws changes nothing"
    case removeReturnsWhatWasThere = "what is removed is returned, and gone"
    case removeIsAllOrNothing = "a removal that names an unknown link removes none"
    case editChangesWhatItMentions = "an edit changes what it mentions, and nothing else"
    case editReplacesTags = "an edit replaces, removes and adds tags, in this order"
    case editRefusesOtherAddresses = "an edit refuses an address that is taken, or that is none"
    case editJoinsDuplicates =
        "an edit that may makes one of two links whose address it makes the same, and undo makes it two"
    case editIsAllOrNothing = "an edit that fails for one link changes none"
    case tagsAreCounted = "tags come most used first, with the number of their links"
    case renamedTagsAreEverywhere = "a renamed tag has its new name in every link"
    case renameKeepsTagsApart = "a tag cannot be renamed to another that is there, and an unknown one not at all"
    case mergedTagsBecomeOne = "merged tags become one"
    case removedTagsAreGone = "a removed tag is gone from every link, as one change, and an unknown one is refused"
    case everyChangeIsUndone = "every change is undone as one, the newest first"
    case nothingIsLeftToUndo = "what changed nothing is not undone"
    case dryUndoChangesNothing = "a dry run of an undo changes nothing"
    case batchesGiveAllLinks = "batches, and identities, are those of all links that match, in order"
    case linksKeepTheirOrder = "links come in the order of the identities asked for"
    case unknownLinksAreNamed = "links that are not there are named in the error"
    case tagsIgnoreCase = "tags that differ in case alone are the same"
    case newestComeFirst = "the links that were added last come first"
    case limitBoundsTheAnswer = "a limit bounds the answer"
    case wantedTagsAreAllThere = "the links that match have all the tags that are wanted"
    case excludedTagsAreNotThere = "the links that match have none of the tags that are excluded"

    case missingTagsAndTitlesAreFound = "links without tags, and those without a title, are found"

    /// Checks this rule on an empty library; what is broken becomes an issue of the running test.
    public func check(_ library: any LinkLibrary) async throws {
        switch self {
        case .editChangesWhatItMentions, .editReplacesTags, .editRefusesOtherAddresses, .editJoinsDuplicates,
            .editIsAllOrNothing,
            .tagsAreCounted, .renamedTagsAreEverywhere, .renameKeepsTagsApart, .mergedTagsBecomeOne,
            .removedTagsAreGone:
            try await checkEdits(library)
        case .everyChangeIsUndone: try await checkEveryChangeIsUndone(library)
        case .nothingIsLeftToUndo: try await checkNothingIsLeftToUndo(library)
        case .dryUndoChangesNothing: try await checkDryUndoChangesNothing(library)
        case .batchesGiveAllLinks: try await checkBatchesGiveAllLinks(library)
        case .addKeepsEverything: try await checkAddKeepsEverything(library)
        case .addKnowsWhatIsThere: try await checkAddKnowsWhatIsThere(library)
        case .addTakesMany: try await checkAddTakesMany(library)
        case .addEndsWithErrors: try await checkAddEndsWithErrors(library)
        case .addRefusesOtherAddresses: try await checkAddRefusesOtherAddresses(library)
        case .mergeAddsAndReports: try await checkMergeAddsAndReports(library)
        case .mergeOverwritesNothing: try await checkMergeOverwritesNothing(library)
        case .mergeKeepsTheEarlierDate: try await checkMergeKeepsTheEarlierDate(library)
        case .mergeJoinsRepetitions: try await checkMergeJoinsRepetitions(library)
        case .mergeTwiceChangesNothing: try await checkMergeTwiceChangesNothing(library)
        case .mergeTakesChecksIn: try await checkMergeTakesChecksIn(library)
        case .mergeSkipsOtherAddresses: try await checkMergeSkipsOtherAddresses(library)
        case .dryRunChangesNothing: try await checkDryRunChangesNothing(library)
        case .throwingFeedChangesNothing: try await checkThrowingFeedChangesNothing(library)
        case .removeReturnsWhatWasThere: try await checkRemoveReturnsWhatWasThere(library)
        case .removeIsAllOrNothing: try await checkRemoveIsAllOrNothing(library)
        case .linksKeepTheirOrder: try await checkLinksKeepTheirOrder(library)
        case .unknownLinksAreNamed: try await checkUnknownLinksAreNamed(library)
        case .tagsIgnoreCase: try await checkTagsIgnoreCase(library)
        case .newestComeFirst: try await checkNewestComeFirst(library)
        case .limitBoundsTheAnswer: try await checkLimitBoundsTheAnswer(library)
        case .wantedTagsAreAllThere: try await checkWantedTagsAreAllThere(library)
        case .missingTagsAndTitlesAreFound: try await checkMissingTagsAndTitlesAreFound(library)
        case .excludedTagsAreNotThere: try await checkExcludedTagsAreNotThere(library)
        }
    }
}
