/// An element of `rules` in `boundaries.json`.
enum RuleEntry: Sendable {
    case restriction(Restriction)
    case reservation(Reservation)

    var restriction: Restriction? {
        if case .restriction(let restriction) = self {
            restriction
        } else {
            nil
        }
    }

    var reservation: Reservation? {
        if case .reservation(let reservation) = self {
            reservation
        } else {
            nil
        }
    }

    /// The lists of selectors by their keys in the file.
    var selectors: KeyValuePairs<String, [ModuleSelector]> {
        switch self {
        case .restriction(let rule):
            [
                "from": rule.from, "allow": rule.allow ?? [], "deny": rule.deny,
                "mustNotReach": rule.mustNotReach,
            ]
        case .reservation(let rule): ["to": rule.to, "onlyFrom": rule.onlyFrom]
        }
    }
}

extension RuleEntry: Decodable {
    private enum RestrictionKeys: String, CodingKey, CaseIterable {
        case from, allow, deny, mustNotReach, reason, strict
    }

    private enum ReservationKeys: String, CodingKey, CaseIterable {
        case to, onlyFrom, reason, strict
    }

    init(from decoder: any Decoder) throws {
        let isReservation = try decoder.container(keyedBy: ReservationKeys.self).contains(.to)
        self =
            isReservation
            ? .reservation(try Self.reservation(decoder))
            : .restriction(try Self.restriction(decoder))
    }

    private static func restriction(_ decoder: any Decoder) throws -> Restriction {
        let values = try decoder.container(accepting: RestrictionKeys.self)
        let limits: [RestrictionKeys] = [.allow, .deny, .mustNotReach]
        guard let from = try values.selectors(.from), limits.contains(where: values.contains) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a rule requires 'from' with 'allow', 'deny' or "
                        + "'mustNotReach', or 'to' with 'onlyFrom'"
                )
            )
        }
        return Restriction(
            from: from,
            allow: try values.selectors(.allow),
            deny: try values.selectors(.deny) ?? [],
            mustNotReach: try values.selectors(.mustNotReach) ?? [],
            reason: try values.decodeIfPresent(String.self, forKey: .reason) ?? "",
            isStrict: try values.decodeIfPresent(Bool.self, forKey: .strict) ?? false
        )
    }

    private static func reservation(_ decoder: any Decoder) throws -> Reservation {
        let values = try decoder.container(accepting: ReservationKeys.self)
        guard let to = try values.selectors(.to),
            let onlyFrom = try values.selectors(.onlyFrom)
        else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a rule with 'to' requires 'onlyFrom'"
                )
            )
        }
        return Reservation(
            to: to,
            onlyFrom: onlyFrom,
            reason: try values.decodeIfPresent(String.self, forKey: .reason) ?? "",
            isStrict: try values.decodeIfPresent(Bool.self, forKey: .strict) ?? false
        )
    }
}

extension KeyedDecodingContainer {
    /// Decodes a list of selectors. A single selector may be written without an array.
    fileprivate func selectors(_ key: Key) throws -> [ModuleSelector]? {
        if (try? decode(String.self, forKey: key)) != nil {
            return [try decode(ModuleSelector.self, forKey: key)]
        }
        return try decodeIfPresent([ModuleSelector].self, forKey: key)
    }
}
