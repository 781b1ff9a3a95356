/// One service of a registration, before it is in a registry: a value that any number of registries can start from.
struct Blueprint<Owner> {
    let key: ServiceKey
    /// Its type is the one that the key tells.
    let recipe: any Recipe
    let isShared: Bool
    /// Whether the instance may be built before it is asked for.
    var isEager = false
    /// The service that this one is another view of.
    var source: ServiceKey?
}
