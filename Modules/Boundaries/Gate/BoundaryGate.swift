// The build of this target checks all targets against the layer rules. All targets depend on it,
// except those that the check is built from. It declares nothing, and no code imports it.
