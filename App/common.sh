# Functions for the scripts in this workspace. A script that sources this file stops at the first error. The file sets:
#   project   the path of the workspace
#   script    the name of the script, for messages
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
script=${script#"$project"/}

# Prints an error message and exits with the given code, or with 1.
fail() {
    echo "$script: $1" >&2
    exit "${2:-1}"
}

# Prints the comment at the top of the script.
show_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }

# check_option OPTION KNOWN…: prints the help and exits for --help or -h, and fails unless the option is empty or one of the known
# options.
check_option() {
    local option=$1 known
    shift
    case $option in
    --help | -h) show_help && exit ;;
    esac
    for known in '' "$@"; do [ "$option" != "$known" ] || return 0; done
    fail "unknown option '$option'; '$script --help' lists the options" 64
}

# Runs a command as a step with a title, and prints its duration.
step() {
    local title=$1 start=$SECONDS
    shift
    printf '\n== %s\n' "$title"
    "$@"
    printf '== %s: done in %d s\n' "$title" $((SECONDS - start))
}

# beside FIRST SECOND: runs two functions at the same time. Prints the output of the first function after the second function has ended. Fails
# if either function fails.
beside() {
    local output first code=0
    output=$(mktemp)
    ("$1") >"$output" 2>&1 &
    first=$!
    trap "kill $first 2>/dev/null; rm -f '$output'" EXIT
    "$2"
    wait "$first" || code=$?
    cat "$output"
    rm -f "$output"
    trap - EXIT
    [ "$code" = 0 ] || fail "$1 failed; its output is above" "$code"
}

# Calls swift build with the given options and those in BUILD_OPTIONS. On Linux, SwiftPM 6.3.1 occasionally crashes while it runs plugins; a second call continues the build.
swift_build() {
    set -- "$@" ${BUILD_OPTIONS-}
    swift build "$@" || { [ $? -gt 128 ] && swift build "$@"; }
}

# is_stale PROGRAM: whether the program is missing, or older than a source file in the workspace.
is_stale() {
    [ -x "$1" ] || return 0
    [ -n "$(find "$project/Package.swift" "$project/App" "$project/Modules" -newer "$1" -print -quit)" ]
}

# build_program PROGRAM OPTION…: calls swift build, and prints its output only if it fails. SwiftPM does not write a program again if only the
# dates of its sources changed, so this function sets the date of the program, which is_stale compares.
build_program() {
    local program=$1 name=${1##*/}
    shift
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    echo "$name: building (this takes about a minute the first time) …" >&2
    swift_build --package-path "$project" --product "$name" "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        fail "cannot build $name; the compiler's errors are above" 70
    }
    rm -f "$log"
    touch "$program"
}

# run_tests [--filter=…|--skip=…] OPTION…: builds all tests and runs the selected tests.
run_tests() {
    local choice=()
    case "${1:-}" in
    --filter=* | --skip=*)
        choice=("$1")
        shift
        ;;
    esac
    swift_build --build-tests "$@" || return
    test_log=$(mktemp)
    trap 'rm -f "$test_log"' EXIT
    swift test --skip-build ${BUILD_OPTIONS-} ${choice[@]+"${choice[@]}"} "$@" 2>&1 | tee "$test_log" || {
        # The report of a failure may be thousands of lines above the end, so it is printed again.
        printf '\n== failed:\n'
        grep -E -A3 '^✘|: error:|^Fatal error' "$test_log" | grep -vE '^[✔◇━➜]|^--$' | head -200
        return 1
    }
    ! grep -q '^✔ Test run with 0 tests ' "$test_log" || fail 'no test matches the selection'
    rm -f "$test_log"
}

# Prints the names of the modules that have tests.
list_tests() {
    local folder
    for folder in "$project"/Tests/{,Toolkit/}*Tests; do
        folder=${folder##*/}
        echo "${folder%Tests}"
    done | LC_ALL=C sort
}

# test_target NAME: prints the test target of a module. NAME is the name of the module or its tests, or the beginning of the name of a
# single module, regardless of case.
test_target() {
    local name matches nearest
    name=$(tr '[:upper:]' '[:lower:]' <<<"${1%Tests}")
    matches=$(list_tests | awk -v name="$name" 'tolower($0) == name { print; exit }')
    [ -n "$matches" ] || matches=$(list_tests | awk -v name="$name" 'index(tolower($0), name) == 1')
    case $matches in
    '')
        nearest=$(list_tests | awk -v name="$name" '
            function smaller(a, b) { return a < b ? a : b }
            # The number of characters to insert, remove or replace (Levenshtein).
            function distance(a, b, i, j, row, last) {
                for (j = 0; j <= length(b); j++) last[j] = j
                for (i = 1; i <= length(a); i++) {
                    row[0] = i
                    for (j = 1; j <= length(b); j++)
                        row[j] = smaller(smaller(row[j - 1], last[j]) + 1, last[j - 1] + (substr(a, i, 1) != substr(b, j, 1)))
                    for (j in row) last[j] = row[j]
                }
                return last[length(b)]
            }
            { d = distance(name, tolower($0)); if (best == "" || d < least) { best = $0; least = d } }
            END { if (least <= 3) print best }')
        fail "no module '$1' has tests${nearest:+; did you mean '$nearest'?}; '$script --list' prints the names" 64
        ;;
    *$'\n'*) fail "'$1' can be $(paste -sd ' ' - <<<"$matches" | sed 's/ /, /g')" 64 ;;
    esac
    echo "${matches}Tests"
}

# run_tests_of NAME… [-- OPTION…]: builds what the tests of these modules use, and runs the tests. The manifest reads ONLY_TESTS.
run_tests_of() {
    local target targets=()
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        target=$(test_target "$1") || exit
        targets+=("$target")
        shift
    done
    export ONLY_TESTS="${targets[*]}"
    local code=0
    swift test ${BUILD_OPTIONS-} --test-product BulkheadPackageTests "${@:2}" || code=$?
    echo "== not checked: the boundaries; run 'swift build' or './bulkhead check'" >&2
    return "$code"
}
