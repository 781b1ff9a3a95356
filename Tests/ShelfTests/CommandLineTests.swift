import Foundation
import ProgramTesting
import Testing

/// Tests of options and operands that several commands share, and of the messages about them.
struct CommandLineTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    private static let invalidCalls = """
        → missing command; see 'shelf --help'
        lsit → unknown command 'lsit'; did you mean 'list'?
        list --tga x → unknown option '--tga'; did you mean '--tag'?
        list -x → unknown option '-x'; see 'shelf list --help'
        list extra → unexpected argument 'extra' for 'shelf list'; see 'shelf list --help'
        show → 'shelf show' requires ID…; see 'shelf show --help'
        rm → 'shelf rm' requires ID…; see 'shelf rm --help'
        config → 'shelf config' requires show | path; see 'shelf config --help'
        completions → 'shelf completions' requires bash | zsh | fish; see 'shelf completions --help'
        import a b → unexpected argument 'b' for 'shelf import'; see 'shelf import --help'
        export a b → unexpected argument 'b' for 'shelf export'; see 'shelf export --help'
        report x → unexpected argument 'x' for 'shelf report'; see 'shelf report --help'
        undo x → unexpected argument 'x' for 'shelf undo'; see 'shelf undo --help'
        config show x → unexpected argument 'x' for 'shelf config'; see 'shelf config --help'
        tag remove → expected 'shelf tag remove TAG'; see 'shelf tag --help'
        tag remove a b → expected 'shelf tag remove TAG'; see 'shelf tag --help'
        add → 'shelf add' requires URL… | -; see 'shelf add --help'
        search → 'shelf search' requires QUERY…; see 'shelf search --help'
        edit → 'shelf edit' requires ID…; see 'shelf edit --help'
        tag → 'shelf tag' requires list | rename OLD NEW | merge A B INTO C | remove TAG; see 'shelf tag --help'
        tag list a → unexpected argument 'a' for 'shelf tag list'; see 'shelf tag list --help'
        tag renmae a b → unexpected argument 'renmae' for 'shelf tag'; did you mean 'rename'?
        tag rename a → expected 'shelf tag rename OLD NEW'; see 'shelf tag --help'
        tag merge a b → expected 'shelf tag merge A B INTO C'; see 'shelf tag --help'
        tag rename a b,c → invalid tag 'b,c'; a tag is one or more words without commas
        config shwo → unexpected argument 'shwo' for 'shelf config'; did you mean 'show'?
        completions bsh → unexpected argument 'bsh' for 'shelf completions'; did you mean 'bash'?
        completions powershell → unexpected argument 'powershell' for 'shelf completions'; expected bash, zsh, fish
        help chekc → unknown topic 'chekc'; did you mean 'check'?
        help list extra → unexpected argument 'extra' for 'shelf help'; see 'shelf help --help'
        help exit-codes 64 → unexpected argument '64' for 'shelf help'; see 'shelf help --help'
        open → 'shelf open' requires ID… | QUERY; see 'shelf open --help'
        open ... → cannot search for '...': it contains no letter, digit or emoji; enter a word or a tag
        open 1 --dead → cannot combine IDs with options that select links; remove the IDs or the options
        search -firefox → unknown option '-firefox'; if it is an excluded word, write it after '--': \
        shelf search -- -firefox
        check swift -firefox → unknown option '-firefox'; if it is an excluded word, write it after '--': \
        shelf check -- -firefox
        search --firefox → unknown option '--firefox'; see 'shelf search --help'
        show 3-1 → invalid ID '3-1'; 'shelf list' and 'shelf search' show the IDs
        rm 1- → invalid ID '1-'; 'shelf list' and 'shelf search' show the IDs
        check 0-2 → invalid ID '0-2'; 'shelf list' and 'shelf search' show the IDs
        edit 1-2 --url https://a.example → '--url' requires a single ID; edit the links one by one
        list -t - → invalid value '-' for '--tag': expected a tag
        show x → invalid ID 'x'; 'shelf list' and 'shelf search' show the IDs
        show 0 → invalid ID '0'; 'shelf list' and 'shelf search' show the IDs
        list -n many → invalid value 'many' for '--limit': expected a whole number, 0 or more
        open -n 0 swift → invalid value '0' for '--limit': expected a whole number, 1 or more
        list --sort size → invalid value 'size' for '--sort': expected one of added, title, checked
        list --sort titel → invalid value 'titel' for '--sort': expected one of added, title, checked; did you mean \
        'title'?
        search --sort best x → invalid value 'best' for '--sort': expected one of relevance, added, title, checked
        list --verdict ok,, → invalid value '' for '--verdict': expected a list of ok, moved, blocked, flaky, dead, \
        changed, unchecked
        list -t '' → invalid value '' for '--tag': expected a tag
        list --not-tag # → invalid value '#' for '--not-tag': expected a tag
        add -t ' ,' https://a.example → invalid value ' ,' for '--tag': expected a tag
        --library mysql://host/links list → invalid value 'mysql://host/links' for '--library': expected the path of \
        a file, postgres://…, or :memory:
        import --from xml a → invalid value 'xml' for '--from': expected one of netscape, xbel, \
        delicious, opml, json, csv, urls, markdown, firefox, librewolf, chrome, chromium, \
        brave, edge, vivaldi, opera
        export --to urls → invalid value 'urls' for '--to': expected one of netscape, json, csv, \
        markdown, xbel
        export --keep-formulas a.html → '--keep-formulas' requires '--to csv'
        list --dead-since 30 → invalid value '30' for '--dead-since': expected a time such as 12h or 30d
        list --dead-since 30d --verdict ok → cannot combine '--dead-since' with '--verdict'; remove one of them
        check --timeout 0s → invalid value '0s' for '--timeout': expected a time greater than zero
        check --retries -1 → invalid value '-1' for '--retries': expected a whole number, 0 to 20
        check --concurrency 0 → invalid value '0' for '--concurrency': expected a whole number, 1 to 1024
        check --per-host 1025 → invalid value '1025' for '--per-host': expected a whole number, 1 to 1024
        --library a\u{FFFD}.db list → the path 'a\u{FFFD}.db' is not valid UTF-8; rename the file or folder
        import a\u{FFFD}.html → the path 'a\u{FFFD}.html' is not valid UTF-8; rename the file or folder
        import --from chrome --profile a\u{FFFD} → the path 'a\u{FFFD}' is not valid UTF-8; rename the file or folder
        export a\u{FFFD}.html → the path 'a\u{FFFD}.html' is not valid UTF-8; rename the file or folder
        report --html a\u{FFFD}.html → the path 'a\u{FFFD}.html' is not valid UTF-8; rename the file or folder
        export '' → empty file name; specify a file, or '-' for standard output
        report --html '' → empty file name; specify a file, or '-' for standard output
        add - https://example.org → cannot combine '-' with URLs, because '-' reads all URLs from standard input; remove '-' or the URLs
        add --title x https://a.example https://b.example → '--title' requires a single URL; add the URLs one by one
        add ftp://a.b → cannot save 'ftp://a.b': unsupported scheme 'ftp:'; specify an http or https URL (--any-scheme saves others)
        add htps://a.b → cannot save 'htps://a.b': unsupported scheme 'htps:'; specify an http or https URL (did you mean 'https:'?)
        add htp://a.b → cannot save 'htp://a.b': unsupported scheme 'htp:'; specify an http or https URL (did you mean 'http:'?)
        add http:// → cannot save 'http://': the URL has no host; add one, as in http://example.com/
        add 'http://a b/' → cannot save 'http://a b/': the URL contains a space; write the space as %20, or the text after it as --title TEXT
        add 'two words.de' → cannot save 'two words.de': the URL contains a space; write the space as %20, or the text after it as --title TEXT
        add 'https://x.example/ | Title' → cannot save 'https://x.example/ | Title': the URL contains a space; write the space as %20, or the text after it as --title TEXT
        add http://a:b/ → cannot save 'http://a:b/': invalid port 'b'; specify a number from 0 to 65535
        search ?! → cannot search for '?!': it contains no letter, digit or emoji; enter a word or a tag
        check ?! → cannot search for '?!': it contains no letter, digit or emoji; enter a word or a tag
        search --untagged -t a x → cannot combine '--untagged' with '--tag'; remove one of them
        check 1 --untagged → cannot combine IDs with options that select links; remove the IDs or the options
        edit 1 --fetch --note n → cannot combine '--fetch' with '--note'; remove one of them
        edit 1 → nothing to change; see 'shelf edit --help' for the options
        edit 1 2 --url https://a.example → '--url' requires a single ID; edit the links one by one
        edit 1 --merge → '--merge' requires '--url URL'
        check --host-rules nonsense → invalid value 'nonsense' for '--host-rules': expected a JSON object with a rule \
        for each host
        check --force → '--force' requires '--update-moved'
        tag merge a b in c → expected 'shelf tag merge A B INTO C'; see 'shelf tag --help'
        tag merge into b → expected 'shelf tag merge A B INTO C'; see 'shelf tag --help'
        tag remove '' → invalid tag ''; a tag is one or more words without commas
        import --profile x → '--profile' requires '--from BROWSER', such as --from firefox
        import --from firefox a.html → cannot combine '--from firefox' with 'a.html'; remove one of them
        check --dry-run → '--dry-run' requires '--update-moved'
        add --date yesterday http://a → invalid value 'yesterday' for '--date': expected a date such as 2024-02-27 or \
        2024-02-27T19:37:00Z
        add --date 2024-13-01 http://a → invalid value '2024-13-01' for '--date': expected a date such as 2024-02-27 or \
        2024-02-27T19:37:00Z
        add --date 1969-12-31 http://a → invalid value '1969-12-31' for '--date': expected a date such as 2024-02-27 or \
        2024-02-27T19:37:00Z
        import → 'shelf import' requires FILE or --from BROWSER; see 'shelf import --help'
        add example.com → cannot save 'example.com': the URL must begin with http:// or https://; did you mean https://example.com?
        add www.example.com/a?b#c → cannot save 'www.example.com/a?b#c': the URL must begin with http:// or https://; did you mean https://www.example.com/a?b#c?
        add example.com:81 → cannot save 'example.com:81': the URL must begin with http:// or https://; did you mean https://example.com:81?
        add localhost.example.com → cannot save 'localhost.example.com': the URL must begin with http:// or https://; did you mean https://localhost.example.com?
        add localhost → cannot save 'localhost': the URL must begin with http:// or https://; did you mean http://localhost?
        add localhost:8080 → cannot save 'localhost:8080': the URL must begin with http:// or https://; did you mean http://localhost:8080?
        add a.localhost/b → cannot save 'a.localhost/b': the URL must begin with http:// or https://; did you mean http://a.localhost/b?
        add 127.0.0.1:8080/a → cannot save '127.0.0.1:8080/a': the URL must begin with http:// or https://; did you mean http://127.0.0.1:8080/a?
        add nonsense → cannot save 'nonsense': the URL must begin with http:// or https://
        add a.b@example.com → cannot save 'a.b@example.com': the URL must begin with http:// or https://
        check --max-age 1y → invalid value '1y' for '--max-age': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --max-age -1d → invalid value '-1d' for '--max-age': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --max-age soon → invalid value 'soon' for '--max-age': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --max-age 50 → invalid value '50' for '--max-age': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --max-age ms → invalid value 'ms' for '--max-age': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --max-age 1000001s → invalid value '1000001s' for '--max-age': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --timeout 1y → invalid value '1y' for '--timeout': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --interval 1y → invalid value '1y' for '--interval': expected a time such as 50ms, 20s, 5m, 1h, 1d or 2w
        check --accept 2xx → invalid value '2xx' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 099 → invalid value '099' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 299..=200 → invalid value '299..=200' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept '' → invalid value '' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 200-299 → invalid value '200-299' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 200..-9223372036854775808 → invalid value '200..-9223372036854775808' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 200, → invalid value '200,' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 1000 → invalid value '1000' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 200..=1000 → invalid value '200..=1000' for '--accept': expected statuses and ranges, such as 200..=299,429
        check --accept 1..2..3 → invalid value '1..2..3' for '--accept': expected statuses and ranges, such as 200..=299,429
        add - --note n → '--note' requires a single URL; add the URLs one by one
        """

    @Test(arguments: invalidCalls.split(separator: "\n"))
    func `prints a one-line message for an invalid command line`(_ callAndMessage: Substring)
        async throws
    {
        let parts = callAndMessage.components(separatedBy: "→ ")
        let call = parts[0].replacing("add ", with: "add --no-fetch ")
        try await shelf.expect(
            CommandLine(stringLiteral: call),
            errors: "error: \(parts[1])\n",
            code: 64
        )
    }

    @Test func `options can appear at any position`() async throws {
        try await shelf.expect(
            transcript: """
                $ shelf add --no-fetch https://example.org/1 -tswift --tag=book
                1  https://example.org/1
                   #book #swift
                $ shelf --library :memory: list -qv
                1  https://example.org/1
                   #book #swift
                   added [..]
                $ shelf -q list --tag=book -n1
                1  https://example.org/1
                   #book #swift
                $ shelf search -t swift
                1  https://example.org/1
                   #book #swift
                """
        )
    }
}
