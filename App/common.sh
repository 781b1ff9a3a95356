# Functions for the scripts in this workspace. A script that sources this file stops at the first error. The file sets:
#   project   the path of the workspace
#   script    the name of the script, for messages
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
script=${script#"$project"/}
case ${COMPILE_CACHE:-/} in
/*) ;;
*) export COMPILE_CACHE=$PWD/$COMPILE_CACHE ;;
esac

# Prints an error message and exits with the given code, or with 1.
fail() {
    echo "$script: $1" >&2
    exit "${2:-1}"
}

# Prints the comment at the top of the script.
show_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$project/$script"; }

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

# Calls the swift of the toolchain. With COMPILE_CACHE=FOLDER, a build stores in the folder what the compiler writes, and a later build of the
# same inputs in the same path copies it from there, which takes a tenth of the time of a build from clean.
#
# SwiftPM finds tests in the index store, which copies do not contain, so a file starts the tests instead. It would silently omit tests that
# use XCTest, so it is present only while tests are built and run.
swift() {
    case "${COMPILE_CACHE:+cache }$* " in
    cache\ build\ * | cache\ run\ * | cache\ test\ *) ;;
    *)
        command swift "$@"
        return
        ;;
    esac
    # Scripts also build other packages, such as new workspaces.
    if [ "$PWD" != "$project" ] && [[ "$*" != *"--package-path $project"* ]] || [[ "$* " == *' --show-bin-path '* ]]; then
        command swift "$@"
        return
    fi
    if grep -rqE --include='*.swift' '^(internal |private )?import XCTest' "$project"/Tests/*Tests "$project"/Tests/Toolkit; then
        fail 'some tests use XCTest, which COMPILE_CACHE does not support; unset it' 64
    fi
    # Options that follow the name of a program belong to the program.
    set -- "$1" --disable-index-store -Xswiftc -explicit-module-build -Xswiftc -cache-compile-job -Xswiftc -cas-path -Xswiftc "$COMPILE_CACHE" "${@:2}"
    case "$* " in
    test\ *) set -- "$@" --disable-xctest --enable-swift-testing ;;
    *' --build-tests '*) ;;
    *)
        command swift "$@"
        return
        ;;
    esac
    with_test_entry command swift "$@"
}

# with_test_entry COMMAND…: runs a command. With COMPILE_CACHE, the file that starts the tests exists until the command ends, and the command may
# use the function, too.
with_test_entry() (
    if [ -n "${COMPILE_CACHE-}" ] && [ -z "${HAS_TEST_ENTRY-}" ]; then
        export HAS_TEST_ENTRY=yes
        # If the tests hang, the command is interrupted.
        trap 'rm -f "$project/Tests/XCTMain.swift"' EXIT
        trap 'exit 130' INT TERM
        write_test_entry "$project"
    fi
    "$@"
)

# write_test_entry PACKAGE: writes the file that starts the tests of a package. Its function 'main' is not async: in release, the compiler gives
# a part of each async 'main' the same name in all modules, and the linker takes that of a program.
write_test_entry() {
    cat >"$1/Tests/XCTMain.swift" <<'SWIFT'
import Dispatch
import Testing

@main
struct Runner {
    static func main() {
        Task { await Testing.__swiftPMEntryPoint() as Never }
        dispatchMain()
    }
}
SWIFT
}

# Runs a command as a step with a title, and prints its duration.
step() {
    local title=$1 start=$SECONDS
    shift
    printf '\n== %s\n' "$title"
    "$@"
    printf '== %s: done in %d s\n' "$title" $((SECONDS - start))
}

# beside FIRST SECOND: runs two functions at the same time. Prints the output of the first function at the end. Fails if either function fails.
beside() (
    output=$(mktemp)
    # With job control, the first function is a process group, which can be ended as a whole.
    set -m
    ("$1") </dev/null >"$output" 2>&1 &
    first=$!
    set +m
    trap 'kill -- "-$first" 2>/dev/null || true; cat "$output"; rm -f "$output"' EXIT
    "$2"
    code=0
    wait "$first" || code=$?
    [ "$code" = 0 ] || fail "$1 failed; its output is below" "$code"
)

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
    run_watched swift test --skip-build ${BUILD_OPTIONS-} ${choice[@]+"${choice[@]}"} "$@"
}

# Prints the folder for the temporary files of tests: TMPDIR, or a folder in memory if it has room for 2 GB and can contain programs. There, the
# tests take up to a fifth less processor time, because they create thousands of files.
temporary_folder() {
    local room
    room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }' || true)
    if [ -z "${TMPDIR-}" ] && [ "${room:-0}" -gt 2000000 ] && [ -w /dev/shm ] && ! grep -q ' /dev/shm .*noexec' /proc/mounts; then
        echo /dev/shm
    else
        echo "${TMPDIR:-/tmp}"
    fi
}

# run_watched COMMAND…: runs a command that calls swift test, and repeats the failures at the end. The tests have no standard input. Their
# temporary folder is removed afterward. If no test starts or ends for TEST_SILENCE seconds (120, or 1,800 if tests build packages), ends
# the tests and prints the names of those that are running.
run_watched() (
    # The path is the same in each run, because SwiftPM evaluates the manifest again if a variable has changed.
    folder=$(temporary_folder)/tests-$(cksum <<<"$project" | tr -d ' ')
    mkdir "$folder" 2>/dev/null || folder=$(mktemp -d "$folder.XXXXXX")
    # Some tests run programs as another user.
    chmod 755 "$folder"
    log=$(mktemp)
    tests=
    watcher=
    trap '[ -z "$tests" ] || kill -INT -- "-$tests"; [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true; rm -rf "$folder" "$log" "$log.events" "$log.silent"' EXIT
    trap 'exit 130' INT TERM
    # With job control, the tests are a process group, which can be ended as a whole.
    set -m
    set -- "$@" --event-stream-output-path "$log.events" --event-stream-version 0
    { TMPDIR=$folder "$@" </dev/null 2>&1 | tee "$log"; exit "${PIPESTATUS[0]}"; } &
    tests=$!
    set +m
    # A watcher that has the output of the script open would delay its reader.
    end_if_silent "$tests" "$log" >/dev/null 2>&1 &
    watcher=$!
    code=0
    wait "$tests" 2>/dev/null || code=$?
    tests=
    if [ "$code" != 0 ]; then
        # The report of a failure may be thousands of lines above the end.
        failures=$(grep -E -A3 '^✘|^error:|^[^ ]+:[0-9]+: (error|Fatal error):' "$log" | grep -vE ' known issue|^(✔|◇|━|➜|--$)' | head -200 || true)
        [ -z "$failures" ] || printf '\n== failed:\n%s\n' "$failures"
    fi
    if [ -f "$log.silent" ]; then
        printf '\n== ended, because these tests did not end (TEST_SILENCE sets the number of seconds):\n'
        cat "$log.silent"
    fi
    [ "$code" = 0 ] || exit "$code"
    grep -q ' Test run with [1-9].* passed' "$log" || fail 'no test matches the selection'
    ! grep -q ' Test run .* known issue' "$log" ||
        echo '== passed; a known issue is expected: a test of a mock or a trait makes it report an issue'
)

# end_if_silent GROUP LOG: interrupts a process group if tests are running and no event is added to LOG.events. Writes their names to
# LOG.silent. The output of the tests does not show this, because SwiftPM passes it on in large blocks.
end_if_silent() {
    local size=0 last=0 quiet=0 limit=120
    [ "${TESTS_THAT_BUILD_PACKAGES-}" != run ] || limit=1800
    while kill -0 "$1" && sleep 5; do
        # The file is missing until the tests are built.
        [ -f "$2.events" ] || continue
        last=$size
        size=$(wc -c <"$2.events")
        quiet=$((size == last ? quiet + 5 : 0))
        [ "$quiet" -ge "${TEST_SILENCE:-$limit}" ] || continue
        running_tests <"$2.events" >"$2.silent"
        kill -INT -- "-$1"
        sleep 20
        kill -KILL -- "-$1"
        return
    done
}

# Prints the tests that have started but not ended, according to the events of Swift Testing on standard input.
running_tests() {
    awk '
        /"kind":"test(Started|Ended)"/ && match($0, /"testID":"([^"\\]|\\.)*"/) {
            name = substr($0, RSTART + 10, RLENGTH - 11)
            gsub(/\\/, "", name)
            if (/"kind":"testEnded"/) delete running[name]
            # The name of a suite has no line number.
            else if (name ~ /:[0-9]+$/) running[name] = 1
        }
        END { for (name in running) print name }' | LC_ALL=C sort | head -20
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
    run_watched swift test ${BUILD_OPTIONS-} --test-product BulkheadPackageTests "${@:2}" || code=$?
    echo "== not checked: the boundaries; run 'swift build' or './bulkhead check'" >&2
    return "$code"
}
