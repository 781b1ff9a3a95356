import Foundation
import Testing

struct SettingsTests {
    @MainActor @Test func `the module has the settings that the environment names`() {
        let settingsOfCopies = ProcessInfo.processInfo.environment["SETTINGS"] ?? ""
        let copies = settingsOfCopies.split(separator: ";", omittingEmptySubsequences: false)
        let module = #fileID.prefix { $0 != "/" }
        let copy = copies.isEmpty ? "" : copies[Int(module.dropFirst("NotesTests".count)) ?? 0]
        var expected: Set<Substring> = []
        // If the name of a module follows `@`, only that module has the settings. The name is never
        // the name of this module.
        if !copy.contains("@") {
            expected = Set(copy.split(separator: ","))
        }
        if expected.contains("MainActor") {
            expected.insert("InferIsolatedConformances")
        }
        #expect(settings == expected)
    }
}

/// The settings of this module, as the compiler sees them.
@MainActor
private var settings: Set<Substring> {
    var settings: Set<Substring> = []
    if isolation() != nil {
        settings.insert("MainActor")
    }
    #if hasFeature(NonisolatedNonsendingByDefault)
        settings.insert("NonisolatedNonsendingByDefault")
    #endif
    #if hasFeature(InferIsolatedConformances)
        settings.insert("InferIsolatedConformances")
    #endif
    #if hasFeature(MemberImportVisibility)
        settings.insert("MemberImportVisibility")
    #endif
    #if hasFeature(InternalImportsByDefault)
        settings.insert("InternalImportsByDefault")
    #endif
    #if !swift(>=6)
        settings.insert("Swift5")
    #endif
    return settings
}

/// Returns the actor of a function without an explicit isolation.
private func isolation() -> (any Actor)? {
    #isolation
}
