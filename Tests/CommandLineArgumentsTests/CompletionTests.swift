import CommandLineArguments
import Testing

/// What the scripts say; what shells do with them is tested with a real program, by ShelfTests and Tests/shells.
struct CompletionTests {
    private let program = ProgramSyntax(
        "till", "till keeps the day's takings.",
        commands: [
            CommandSyntax(
                "add", "save [new] entries: one's own", operands: "KIND FILE…", count: 2...9,
                completing: [.words(["coin", "note"]), .files],
                options: [
                    .value(
                        "--tag", short: "-t", "TAG", "file it: under TAG", completing: .lines(of: ["tags", "--all"])),
                    .flag("--all", "all of them"),
                ],
                examples: [])
        ],
        everywhere: [.value("--file", "PATH", "the file to use", completing: .files), .help], examples: [])

    @Test func `bash completes each option by its names, and each operand by its place`() {
        let script = Shell.bash.completions(for: program)
        #expect(
            script.contains(
                "    add/--tag | add/-t) _till_offer < <(\"${COMP_WORDS[0]}\" tags --all 2>/dev/null); return ;;"))
        #expect(script.contains("    */--file) _till_offer_files; return ;;"))
        #expect(
            script.contains("    add/0) _till_offer < <(printf '%s\\n' coin note) ;;\n    add/*) _till_offer_files ;;"))
        #expect(script.contains("--file | --tag | -t)\n"))
        #expect(script.hasSuffix("complete -F _till till\n") && !script.contains("compgen -W"))
    }

    @Test func `zsh gets descriptions in which nothing means anything to it`() {
        let script = Shell.zsh.completions(for: program)
        #expect(script.hasPrefix("#compdef till\n"))
        #expect(script.contains("'add:save [new] entries: one'\\''s own'"))
        #expect(script.contains("'*--tag=[file it\\: under TAG]:TAG: _till_lines tags --all'"))
        #expect(script.contains("'*-t+[file it\\: under TAG]:TAG: _till_lines tags --all'"))
        #expect(script.contains("'1:operand:(coin note)'") && script.contains("'*:operand:_files'"))
    }

    @Test func `fish gets a line for each command, option and operand`() {
        let script = Shell.fish.completions(for: program)
        #expect(
            script.contains("complete -c till -n '__till_is_at \\'\\'' -a add -d 'save [new] entries: one\\'s own'\n"))
        #expect(
            script.contains(
                "complete -c till -n '__till_is_at add' -l tag -s t -x -a '(till tags --all 2>/dev/null)' -d 'file it: under TAG'\n"
            ))
        #expect(script.contains("complete -c till -n '__till_is_at add' -l all -d 'all of them'\n"))
        #expect(script.contains("complete -c till -l file -r -F -d 'the file to use'\n"))
        #expect(script.contains("complete -c till -n '__till_is_at add 0' -a 'coin note'\n"))
        #expect(script.contains("complete -c till -n '__till_is_at add 1 more' -F\n"))
    }
}
