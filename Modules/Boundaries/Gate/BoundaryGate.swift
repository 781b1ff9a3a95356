// The build of this target checks all targets against the layer rules. All other targets depend on
// it, except the targets from which the check is built. This target declares nothing, and no code
// imports it.
