// Bootstrap: all code in one module
import Injection
import InjectionRegistry

protocol LinkFormat: Sendable { func text(of links: [String]) -> String }

struct PlainFormat: LinkFormat {
    func text(of links: [String]) -> String {
        links.joined(separator: "\n")
    }
}

final class FormatContainer: SharedContainer, Resolving {
    @TaskLocal static var shared = FormatContainer()
    let manager = ContainerManager()
}

struct CopyCommand {
    @InjectedType(FormatContainer.shared) private var format: (any LinkFormat)?
    func run(_ links: [String]) -> String {
        format?.text(of: links) ?? "no format is installed"
    }
}
