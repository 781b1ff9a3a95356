/// Takes a value, so that the compiler cannot leave out what makes it.
@inline(never)
@_optimize(none)
func consume<T>(_ value: T) {}
