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

# Calls swift build with the given options. On Linux, SwiftPM 6.3.1 occasionally crashes while it runs plugins; a second call continues the build.
swift_build() {
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
    echo "$name: building (this takes a minute or two the first time) …" >&2
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
    swift test --skip-build ${choice[@]+"${choice[@]}"} "$@" 2>&1 | tee "$test_log" || {
        # The report of a failure may be thousands of lines above the end, so it is printed again.
        printf '\n== failed:\n'
        grep -E -A3 '^✘|: error:|^Fatal error' "$test_log" | grep -vE '^[✔◇━➜]|^--$' | head -200
        return 1
    }
    rm -f "$test_log"
}
