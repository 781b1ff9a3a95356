# The build of shelf, for scripts that source this file after common.sh. SHELF_BUILD=release optimizes; SHELF_TRAITS=Postgres adds support for
# libraries in PostgreSQL. On Linux, a release contains Swift's libraries, and a debug build links them dynamically, as a build of the tests
# does; SHELF_STATIC=yes or no changes this. The file sets:
#   shelf               the path of the program
#   scratch, options    the scratch path and the options of its build
# Each combination of options has its own scratch path, so that changing an option does not cause a full build.
configuration=${SHELF_BUILD:-debug}
scratch=$project/.build${SHELF_TRAITS:+/traits/$SHELF_TRAITS}
options=(-c "$configuration" ${SHELF_TRAITS:+--traits "$SHELF_TRAITS"})
[ "$configuration" = release ] || SHELF_STATIC=${SHELF_STATIC:-no}
if [ "$(uname) ${SHELF_STATIC:-yes}" = 'Linux yes' ]; then
    # A program that contains Swift's libraries starts sooner, and runs on machines without Swift.
    scratch+=/static
    options+=(--static-swift-stdlib)
fi
shelf=$scratch/$configuration/Shelf

# Builds shelf if a source is newer, after installing missing system packages.
build_shelf() {
    is_stale "$shelf" || return 0
    "$project/App/install" >&2
    build_program "$shelf" --scratch-path "$scratch" "${options[@]}"
}
