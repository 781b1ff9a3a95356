import Foundation
import Testing

/// The layer rules, asserted from the manifest.
struct LayerRuleTests {
    private let targets: [Manifest.Target]
    private let layers: [String: Layer]

    init() async throws {
        targets = try await Manifest.load().targets
        layers = Dictionary(
            uniqueKeysWithValues: targets.compactMap { target in Layer(target).map { (target.name, $0) } })
    }

    @Test func `every target lies where its layer belongs`() {
        #expect(targets.count > 30)
        #expect(targets.filter { layers[$0.name] == nil }.map(\.name) == [])
    }

    @Test func `every dependency is one that the layer rules allow`() throws {
        for target in targets {
            let layer = try #require(layers[target.name])
            if case .tests = layer { continue }
            for name in target.dependencyNames {
                let other = try #require(layers[name], "\(target.name) depends on the unknown \(name)")
                #expect(layer.mayDepend(on: other), "\(target.name) must not depend on \(name)")
            }
        }
    }

    @Test func `an implementation depends on the interface of its own feature`() {
        for target in targets {
            guard case .implementation(let feature)? = layers[target.name] else { continue }
            #expect(target.dependencyNames.contains("\(feature)Interface"))
        }
    }

    @Test func `a test target depends on its subject, on what that may see, and on mocks`() throws {
        for target in targets {
            guard case .tests(let name)? = layers[target.name], name != "Workspace" else { continue }
            let subject = try #require(layers[name], "\(target.name) tests no module")
            #expect(target.dependencyNames.first == name)
            for name in target.dependencyNames.dropFirst() {
                let other = try #require(layers[name])
                #expect(
                    other.isTesting || subject.mayDepend(on: other), "\(target.name) must not depend on \(name)")
            }
        }
    }

    @Test func `every module has its tests`() {
        for target in targets {
            switch layers[target.name] {
            case .tests, .interface, .mocks, .coreTesting, .engineTesting, .systemLibrary, nil: continue
            case .engine, .core, .service, .implementation, .bootstrap, .commandLine, .app:
                #expect(layers["\(target.name)Tests"] == .tests(subject: target.name), "\(target.name) has no tests")
            }
        }
    }

    @Test func `package declarations are seen where concrete types may be, and nowhere else`() throws {
        for target in targets where target.type != "system" {
            let layer = try #require(layers[target.name])
            #expect(target.packageAccess == layer.seesPackageDeclarations, "\(target.name)")
        }
    }

    @Test func `mocks exist where another target uses them, and only there`() {
        let used = Set(targets.flatMap(\.dependencyNames))
        for target in targets {
            guard case .mocks(let feature)? = layers[target.name] else { continue }
            #expect(used.contains(target.name), "nobody uses the mocks of \(feature)")
        }
    }

    @Test func `AppContainer lists every container protocol`() throws {
        let list = try text(of: "Modules/Bootstrap/AppContainer.swift")
        let modules = Manifest.root.appending(path: "Modules")
        let files = try #require(FileManager.default.enumerator(at: modules, includingPropertiesForKeys: nil))
        var protocols: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            protocols += source.matches(of: /(?m)^public protocol (\w+Providing)\b/).map { String($0.1) }
        }
        #expect(protocols.count >= 9)
        #expect(protocols.filter { !list.contains("\($0),") && !list.contains("\($0)\n{") } == [])
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: Manifest.root.appending(path: file), encoding: .utf8)
    }

    @Test func `every feature has an interface, an implementation and a README`() throws {
        let folder = Manifest.root.appending(path: "Modules/Features")
        let features = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(features.count >= 4)
        for feature in features {
            #expect(layers["\(feature)Interface"] == .interface(feature: feature))
            #expect(layers[feature] == .implementation(feature: feature))
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "\(feature)/README.md").path))
        }
    }
}
