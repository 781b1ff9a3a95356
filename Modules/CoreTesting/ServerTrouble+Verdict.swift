public import Core

extension ServerTrouble {
    /// The verdict that is right.
    public var verdict: Verdict {
        switch self {
        case .waitSeconds, .waitDate, .waitMaintenance, .brokenOnce, .noHeadForbidden, .noHeadMissing,
            .noHeadNotAllowed, .noHeadNotImplemented, .passedOn, .resetOnce, .trickle, .endless, .bomb, .tooLong:
            .ok
        case .moved, .movedAway: .moved
        case .waitHour, .tooMany, .password: .blocked
        case .missing, .movedToNothing, .unknownHost: .dead
        case .broken, .loop, .ownLoop, .endlessChain, .nowhere, .reset, .close, .hang, .garbage, .hugeHead, .refused:
            .flaky
        }
    }

    /// How many requests that takes.
    public var requests: Int {
        switch self {
        // What one answer settles.
        case .waitHour, .password, .ownLoop, .unknownHost: 1
        // The second answer is another one, whether GET or time has made it so.
        case .waitSeconds, .waitDate, .waitMaintenance, .brokenOnce, .resetOnce, .noHeadForbidden, .noHeadMissing,
            .noHeadNotAllowed, .noHeadNotImplemented, .trickle, .endless, .bomb, .tooLong:
            2
        // HEAD alone does not settle these.
        case .missing, .nowhere, .garbage, .hugeHead: 2
        case .movedAway, .loop: 2
        case .movedToNothing: 3
        case .moved, .passedOn: 4
        // The first one and ten redirects.
        case .endlessChain: 11
        // The first one and two retries.
        case .tooMany, .broken, .reset, .close, .hang, .refused: 3
        }
    }
}
