import Synchronization

/// What a resolution found out under the lock may be answered without it from then on, until something changes that it depends on.
extension ContainerManager {
    /// What is true of a factory now.
    package enum Finding {
        /// It keeps nothing, and makes instances with this closure in a box, or with its own.
        case closure(AnyBox?)
        /// It keeps what is in this box.
        case instance(AnyBox)
        /// The singleton scope kept what is in this box, when its generation was this.
        case singleton(AnyBox, generation: UInt)
    }

    /// Has the next resolutions that begin with the same literals and scope answered without a lock, if the finding is still true.
    package func publish<F>(_ finding: Finding, for definition: FactoryDefinition<F>, in scope: Scope) {
        if isObserved.load(ordering: .relaxed) { return }
        states.withLock { states in
            guard states.current.autoRegistration.isDone, !isObserved.load(ordering: .relaxed),
                (definition.scope?.scope ?? states.current.scope(of: definition.key)) === scope,
                let answer = states.current.answer(with: finding, for: definition, in: scope)
            else { return }
            let cell = warm.cell(for: definition.identity) ?? states.addCell(for: definition.identity, to: warm)
            states.answers.number += 1
            cell.publish(answer, number: states.answers.number)
        }
    }

    /// Makes what the cells of all factories say invalid, before something goes that they may depend on.
    func invalidate(_ states: inout States) {
        states.hasInvalidated = true
        warm.invalidate(upTo: states.answers.number)
    }

    /// Changes the state, and lets go of what the closure returns once the lock is free and nobody reads it any more.
    func discard<R>(_ body: (inout States) -> R) {
        let (removed, hasInvalidated) = states.withLock { states in
            states.hasInvalidated = false
            let removed = body(&states)
            return (removed, states.hasInvalidated)
        }
        if hasInvalidated { ThreadState.waitForReaders() }
        withExtendedLifetime(removed) {}
    }
}

extension ContainerManager.States {
    /// Makes what the cells of a factory say invalid, before something goes that it may depend on.
    mutating func invalidate(_ key: FactoryKey) {
        for cell in answers.cells[key] ?? [] {
            cell.invalidate()
            hasInvalidated = true
        }
    }

    fileprivate mutating func addCell(for identity: FactoryIdentity, to table: WarmTable) -> WarmCell {
        let cell = table.add(identity)
        answers.cells[FactoryKey(identity), default: []].append(cell)
        return cell
    }
}

extension ContainerManager.State {
    /// The scope of a factory whose definition names none.
    func scope(of key: FactoryKey) -> Scope {
        overrides[key]?.scope?.scope ?? defaultScope ?? .unique
    }

    fileprivate func answer<F>(
        with finding: ContainerManager.Finding, for definition: FactoryDefinition<F>, in scope: Scope
    ) -> WarmCell.Answer? {
        switch finding {
        case .closure(let box):
            // Nobody holds a scope that keeps nothing, so that another one may soon have its mark.
            if case .other = definition.scope { return nil }
            let override = overrides[definition.key]
            guard override?.registered === box, override?.contexts.isEmpty ?? true else { return nil }
            return unsafe WarmCell.Answer(
                kind: box == nil ? .own : .registered, scope: definition.scopeMark, result: box?.address)
        case .instance(let box):
            guard instances.keeps(box, for: definition.key, in: scope) else { return nil }
            return unsafe WarmCell.Answer(kind: .instance, scope: definition.scopeMark, result: box.address)
        case .singleton(let box, let generation):
            // Without a scope in the definition, the answer would not tell the singletons of one task from those of another.
            if definition.scope == nil { return nil }
            return unsafe WarmCell.Answer(
                kind: .singleton, scope: definition.scopeMark, result: box.address, generation: generation)
        }
    }
}
