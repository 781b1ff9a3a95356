// Code that has a requirement done by somebody else.

extension Requirement {
    /// `send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse`, of a method.
    func declaration(of method: Method) -> String {
        let parameters = method.parameters.map { "\($0.head): \($0.type)" }.joined(separator: ", ")
        return "\(name)\(method.genericClause ?? "")(\(parameters))\(effects)" + (type.map { " -> \($0)" } ?? "")
            + (method.whereClause.map { " \($0)" } ?? "")
    }

    /// ` async throws`, with the space before it.
    var effects: String {
        [isAsync ? "async" : nil, throwing].compactMap(\.self).map { " \($0)" }.joined()
    }

    /// `try await `, as a call of it needs.
    var marks: String { (throwing == nil ? "" : "try ") + (isAsync ? "await " : "") }

    /// The members of a type that hand the requirement on to something.
    ///
    /// - Parameters:
    ///   - access: `public ` or `package `.
    ///   - call: The call, without its marks, for a method or a value to read.
    ///   - assignment: The statement that sets a property to `newValue`.
    ///   - isMutating: Whether to set changes the type itself.
    func witness(access: String, call: String, assignment: String, isMutating: Bool) -> String {
        if let method {
            let attribute = method.isDiscardable ? "    @discardableResult\n" : ""
            return "\(attribute)    \(access)func \(declaration(of: method)) {\n        \(marks)\(call)\n    }\n"
        }
        let head = "    \(access)var \(name): \(type ?? "Void")"
        guard kind == .property(isSettable: true) else {
            guard effects.isEmpty else {
                return "\(head) {\n        get\(effects) { \(marks)\(call) }\n    }\n"
            }
            return "\(head) { \(call) }\n"
        }
        let set = isMutating ? "set" : "nonmutating set"
        return "\(head) {\n        get { \(call) }\n        \(set) { \(assignment) }\n    }\n"
    }
}

extension Requirement.Parameter {
    /// The label and the name, as a declaration has them.
    var head: String {
        let plainName = name.filter { $0 != "`" }
        guard let label else { return "_ \(name)" }
        return label.filter { $0 != "`" } == plainName ? label : "\(label) \(name)"
    }

    /// What a call gives for it, without the label.
    var argument: String { (isInout ? "&" : "") + name }
}
