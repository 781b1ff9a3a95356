struct SampleIndex<Key: Hashable & Sendable, Element: Identifiable & Sendable>: Sendable where Element.ID == Int {
    private let key: @Sendable (Element) -> Key
    private var elements: [Int: Element] = [:]
    private var ids: [Key: Set<Int>] = [:]

    init(by key: @escaping @Sendable (Element) -> Key) {
        self.key = key
    }

    var nextID: Int { (elements.keys.max() ?? 0) + 1 }

    var all: [Element] { elements.values.sorted { $0.id < $1.id } }

    subscript(id: Int) -> Element? { elements[id] }

    func elements(of value: Key) -> [Element] {
        (ids[value] ?? []).sorted().compactMap { elements[$0] }
    }

    mutating func insert(_ element: Element) {
        remove(element.id)
        elements[element.id] = element
        ids[key(element), default: []].insert(element.id)
    }

    @discardableResult
    mutating func remove(_ id: Int) -> Element? {
        guard let old = elements.removeValue(forKey: id) else { return nil }
        ids[key(old)]?.remove(id)
        if ids[key(old)]?.isEmpty == true { ids[key(old)] = nil }
        return old
    }
}
