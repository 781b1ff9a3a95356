// The build of this target checks all targets against the layer rules. All targets depend on it,
// except the targets from which the check is built. The target declares nothing, and no code
// imports it.
