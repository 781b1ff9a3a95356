import CommandLineArguments
import Testing

struct ManualPageTests {
    @Test func `contains the escaped overview, commands and topics in order`() {
        let program = ProgramSyntax(
            "till",
            "till keeps the day's takings and counts the coins in each drawer at closing time",
            commands: [
                CommandSyntax("open", "open the till", examples: []),
                CommandSyntax("shut", "close the till", examples: []),
            ],
            options: [.help]
        )
        let topic = (title: "files", text: "The files of a day:\n\n.coins\n'a' \\ b-c ^`~")
        #expect(
            ManualPage.text(for: program, version: "1.0", topics: [topic]) == #"""
                .TH "TILL" 1 "" "till 1.0"
                .SH NAME
                till \- keeps the day\(aqs takings and counts the coins in each drawer \#
                at closing time
                .SH "SYNOPSIS"
                .nf
                till COMMAND [OPTIONS]
                .fi
                .SH "DESCRIPTION"
                .nf
                till keeps the day\(aqs takings and counts the coins in each drawer
                at closing time

                Usage: till COMMAND [OPTIONS]

                Commands:
                  open  open the till
                  shut  close the till

                Global options:
                  \-h, \-\-help  show help
                .fi
                .SH "TILL OPEN"
                .nf
                open: open the till

                Usage: till open

                Global options:
                  \-h, \-\-help  show help
                .fi
                .SH "TILL SHUT"
                .nf
                shut: close the till

                Usage: till shut

                Global options:
                  \-h, \-\-help  show help
                .fi
                .SH "FILES"
                .nf
                The files of a day:

                \&.coins
                \(aqa\(aq \e b\-c \(ha\(ga\(ti
                .fi

                """#
        )
    }

    @Test func `a summary that does not begin with the name of the program is not shortened`() {
        let program = ProgramSyntax("till", "keeps the takings")
        let page = ManualPage.text(for: program, version: "1.0", topics: [])
        #expect(page.contains("\ntill \\- keeps the takings\n"))
    }
}
