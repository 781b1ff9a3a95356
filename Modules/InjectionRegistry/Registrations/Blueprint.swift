/// One service of a registration, before it is in a registry: a value that any number of registries can start from.
struct Blueprint<Owner> {
    let key: ServiceKey
    /// A ``Recipe``, whose type the key tells.
    let recipe: AnyObject
    let isShared: Bool
    /// The service that this one is another view of.
    var source: ServiceKey?
    /// The types that are looked up to make it, if they were not written out.
    var parameters: [Any.Type] = []
    /// A box with the owner's ``Registry/WarmUp``, if the instance is to be built before it is asked for.
    var warmUp: AnyObject?
}
