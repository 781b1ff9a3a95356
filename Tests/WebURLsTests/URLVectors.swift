import WebURLs

enum URLVectors {
    /// Paths that follow `http://example.org`, and their normal forms.
    static let paths = table(
        """
        /a/b/../c → /a/c
        /a/b/./c → /a/b/c
        /a/.. → /
        /a/../ → /
        /a/. → /a/
        /.. → /
        /../a → /a
        /. → /
        //.. → /
        /a//.. → /a/
        /a/b/../../c → /c
        /%2e → /
        /%2e%2e → /
        /%2e./a → /a
        /a/%2e%2E/b → /b
        /%2e%2e%2e → /...
        /a%2eb → /a.b
        /a%2fb → /a%2Fb
        /a\\b → /a/b
        /a\\..\\b → /b
        /..\\a → /a
        /a b → /a%20b
        /ä → /%C3%A4
        /日本 → /%E6%97%A5%E6%9C%AC
        /a%c3%a4 → /a%C3%A4
        /a"b → /a%22b
        /a<b>c → /a%3Cb%3Ec
        /a`b → /a%60b
        /a{b}c → /a%7Bb%7Dc
        /a%7Eb → /a~b
        /a%2Db → /a-b
        /a%5F → /a_
        /%41%42%43 → /ABC
        /a%zz%41 → /a%zzA
        /a%%32%65 → /a%%32e
        /\u{7F} → /%7F
        /\u{1} → /
        /a\u{200B}b → /a%E2%80%8Bb
        /😀 → /%F0%9F%98%80
        /a/b;c=1/../d → /a/d
        /e\u{301} → /e%CC%81
        /C|/../a → /a
        /%43|/a → /C|/a
        \\a → /a
        ?a/../b → /?a/../b
        #a/../b → /#a/../b
        """
    )

    static let normalPaths = words(
        """
        ///a /a;b=c,d:e@f!g$h&(i)* /a/... /a/..b /.a /a%2F.. /a%5Cb /a+b /a%E4 /a|b /a'b /a[b]c
        /a-b_c.d /a%zz /a%2 /a%%41 /a%%41b /a%4%31 /%25 /%2541 /%00 /a;/..;/b /* /a//
        /wiki/Zug_(Schweiz) /a%0Ab /c:/d
        """
    )

    /// Queries and fragments that follow `http://example.org`, and their normal forms.
    static let queries = table(
        """
        /?a b → /?a%20b
        /?a'b → /?a%27b
        /?a"b → /?a%22b
        /?a<b>c → /?a%3Cb%3Ec
        /?ä → /?%C3%A4
        /?日本=💩 → /?%E6%97%A5%E6%9C%AC=%F0%9F%92%A9
        /?%c3%a4 → /?%C3%A4
        /?%7e%41 → /?~A
        /?a%2fb → /?a%2Fb
        /?# → /?
        /# → /
        /#a b → /#a%20b
        /#a"b<c>d`e → /#a%22b%3Cc%3Ed%60e
        /#ä → /#%C3%A4
        /#%7e%41 → /#~A
        /#:%7E:text=a → /#:~:text=a
        /?a\u{7F}b → /?a%7Fb
        /#a\u{7F}b → /#a%7Fb
        /?\u{1} → /?
        /#\u{1} → /
        /#a\u{200B} → /#a%E2%80%8B
        ?a → /?a
        #a → /#a
        ? → /?
        # → /
        ?a:b → /?a:b
        """
    )

    static let normalQueries = words(
        """
        /?a=b /?a=b&c=d /?& /?&&a&& /?a= /?=a /?? /?a?b /?/ /?a\\b /?a+b /?a`b /?a{b}|c^d /?a[b]=c
        /?%E4 /?a%26b /?a% /?a%zz /?a%%41 /?a#b /#a#b /## /#?a /#a?b /#/a/../b /#a'b /#a{b}|c^d\\e
        /#% /#%%41b /#!/a /#a/b /#a:~b /#a~:b /#~ /?:~:text=a /#:~:text=a /#a:~:text=b /?q=a%2Bb
        /?a;b /?a:b@c /?$!*(), /?%27
        """
    )

    /// Web URLs with various slashes, users and ports, and their normal forms.
    static let web =
        table(
            """
            https://example.org → https://example.org/
            https:example.org → https://example.org/
            https:///example.org → https://example.org/
            https:\\\\example.org\\a\\b → https://example.org/a/b
            http:/\\\\/example.org → http://example.org/
            HTTPS://example.org → https://example.org/
            hTTp://example.org/A → http://example.org/A
            http:example.org/a?b#c → http://example.org/a?b#c
            http:a → http://a/
            http://a:80\\b → http://a/b
            https://example.org/a\u{A0} → https://example.org/a%C2%A0
            http://example.org/\u{FEFF} → http://example.org/%EF%BB%BF
            http://user@example.org → http://user@example.org/
            http://user:@example.org → http://user@example.org/
            http://:pass@example.org → http://:pass@example.org/
            http://:@example.org → http://example.org/
            http://@@example.org → http://%40@example.org/
            http://a@b@example.org → http://a%40b@example.org/
            http://a:b:c@example.org → http://a:b%3Ac@example.org/
            http://a:b@c:d@example.org → http://a:b%40c%3Ad@example.org/
            http://a%20b:c%20d@example.org → http://a%20b:c%20d@example.org/
            http://a;b=c@example.org → http://a%3Bb%3Dc@example.org/
            http://a|b:[c]@example.org → http://a%7Cb:%5Bc%5D@example.org/
            http://a^b{c}@example.org → http://a%5Eb%7Bc%7D@example.org/
            http://ä:ö@example.org → http://%C3%A4:%C3%B6@example.org/
            http://%7euser:%41@example.org → http://~user:A@example.org/
            http://a%40b@example.org → http://a%40b@example.org/
            http://a%2fb@example.org → http://a%2Fb@example.org/
            http://a?b@example.org → http://a/?b@example.org
            http://a#b@example.org → http://a/#b@example.org
            http://a\\b@example.org → http://a/b@example.org
            http://u'v"w@example.org → http://u'v%22w@example.org/
            http://u`v<w>@example.org → http://u%60v%3Cw%3E@example.org/
            http://example.org:80 → http://example.org/
            http://example.org:443 → http://example.org:443/
            https://example.org:443/ → https://example.org/
            http://example.org: → http://example.org/
            http://example.org:/a → http://example.org/a
            http://example.org:0 → http://example.org:0/
            http://example.org:00080/ → http://example.org/
            http://example.org:65535 → http://example.org:65535/
            http://example.org:00000000000000000000000000000081/ → http://example.org:81/
            http://Example.ORG./ → http://example.org./
            http://é.example/é → http://xn--9ca.example/%C3%A9
            http://1.2.3.4:80 → http://1.2.3.4/
            http://1.2.3.4?5 → http://1.2.3.4/?5
            http://[::1]:80/ → http://[::1]/
            http://[::1]:8080 → http://[::1]:8080/
            """
        ) + [
            ("  https://example.org/a \n", "https://example.org/a"),
            ("\u{0}\u{1F} https://example.org \u{0}\u{1F}", "https://example.org/"),
            ("ht\ntp://example.org", "http://example.org/"),
            ("h\tt\rt\np\n:\t//exa\tmple.org", "http://example.org/"),
            ("https://exam\nple.org/a\tb\rc", "https://example.org/abc"),
            ("https:\n//example.org?a\nb#c\td", "https://example.org/?ab#cd"),
            ("http://example.org:8\t0", "http://example.org/"),
            ("http://example.org:80 ", "http://example.org/"),
        ]

    static let normalWeb = [
        "http://user:pass@example.org/", "https://example.org:80/", "http://1.2.3.4/5",
        "http://[::1]/a", "http://user:pass@[::1]:81/",
    ]

    static let otherSchemes =
        table(
            """
            MAILTO:A@Example.ORG → mailto:A@Example.ORG
            mailto:a@example.org?subject=a b → mailto:a@example.org?subject=a%20b
            mailto:ä@example.org → mailto:%C3%A4@example.org
            JavaScript:void 0 → javascript:void 0
            javascript:/a/../b/ → javascript:/b/
            javascript://%0aalert(1) → javascript://%0Aalert(1)
            data:,a%41%c3 → data:,aA%C3
            data:,a #b → data:,a%20#b
            data:,a  ?b → data:,a %20?b
            data:,a # → data:,a%20
            foo:/a #b → foo:/a%20#b
            A+B-C.D:e → a+b-c.d:e
            svn+ssh://Example.ORG/A/../b → svn+ssh://Example.ORG/b
            ldap://[2001:DB8::7]/c=GB?objectClass?one → ldap://[2001:db8::7]/c=GB?objectClass?one
            foo://ä/ö → foo://%C3%A4/%C3%B6
            foo://a%41b → foo://aAb
            foo://a:/ → foo://a/
            foo://a:0080/ → foo://a:80/
            foo://@a → foo://a
            foo:/a/../b → foo:/b
            foo:/.. → foo:/
            foo:/. → foo:/
            foo:/..//a → foo:/.//a
            foo:/a/..//b → foo:/.//b
            foo:/./ → foo:/
            foo://a/.. → foo://a/
            foo:/a b → foo:/a%20b
            foo:a?b c#d e → foo:a?b%20c#d%20e
            foo:/"<>`{}| → foo:/%22%3C%3E%60%7B%7D|
            ws://example.org:80 → ws://example.org/
            wss://example.org:443/a → wss://example.org/a
            ws:example.org → ws://example.org/
            ftp://example.org:21/a → ftp://example.org/a
            FTP:\\\\example.org\\a → ftp://example.org/a
            ftp://u:p@example.org/%7ea → ftp://u:p@example.org/~a
            ftp://ä.example → ftp://xn--4ca.example/
            ws://1.2.3 → ws://1.2.0.3/
            file:a → file:///a
            file:/a → file:///a
            file://a → file://a/
            file: → file:///
            file:/ → file:///
            file:// → file:///
            file:///a/../b → file:///b
            file:///.. → file:///
            file://localhost/a → file:///a
            file://LOCALHOST → file:///
            file://%6cocalhost/a → file:///a
            file://Example.ORG/a → file://example.org/a
            file://ä/a → file://xn--4ca/a
            file://1.2/a → file://1.0.0.2/a
            file:///C|/a → file:///C:/a
            file:C|/a → file:///C:/a
            file:/C|/a → file:///C:/a
            file://C:/a → file:///C:/a
            file://C|/a → file:///C:/a
            file:///C:/../a → file:///C:/a
            file:///C:/a/../../b → file:///C:/b
            file:///C| → file:///C:
            file:///a/../C|/.. → file:///C:/
            file:\\\\a\\b → file://a/b
            file:\\c:\\a → file:///c:/a
            file:?a → file:///?a
            file:#a → file:///#a
            file://?a → file:///?a
            file:///a b → file:///a%20b
            file:///%7ea → file:///~a
            file://a/.. → file://a/
            file:c → file:///c
            file:CD|/a → file:///CD|/a
            file:////C:/.. → file:////
            """
        ) + [("data:,a ", "data:,a"), ("data:,a\nb", "data:,ab")]

    static let normalOtherSchemes =
        words(
            """
            mailto:a@example.org mailto: javascript:alert(1) data:text/plain;base64,QUJD
            data:,a/../b data:,a#b data:,a?b=c data:,a\\b data:,'"<>`{}|^[] tel:112 tel:+4930123456
            sms:12345 urn:isbn:0451450523 urn:a:../b about:blank about:blank#a
            view-source:http://example.org/.. magnet:?xt=urn:btih:a place:sort=8 chrome://settings/
            chrome-extension://abc/a.html about: a: a:b git://example.org/a.git
            ssh://git@example.org:22/a irc://example.org:6667/#a foo:// foo:/// foo:///a foo://A?b
            foo://a#b foo://a%20b foo://a:80 foo://u:p@a foo://[::1]:1/ foo:/a foo:////a foo://a//b
            foo://a/\\b foo:a\\b foo:a/../b foo:\\\\a foo:?a foo:#a foo:/?' foo:a'b?c'd foo://a/'?'
            foo://1.2.3 foo://a_b!$&'()*+,;=~ foo://256 foo:///C|/a file:////a file://///a
            file://[::1]/a file:///C:.. file:///a/C|/b file:///a?b#c file:///C|a
            """
        ) + ["javascript:alert('a b')", "data:text/html,<p>a b</p>", "foo:a b"]

    static let invalidOpaqueHosts =
        words(
            """
            a<b a^b a|b a]b a[b [::1 [a]
            """
        ) + ["a b", "a\u{0}b"]

    private static let withoutHost = words(
        """
        http://::1] http://// http:\\\\ http:?q http:#f http: https:/ https:// https:/// https://?a
        https://#a http:\\\\?a http://:80 http://:80/a http://user@ http://user@/a
        http://user:pass@:80 http://user@?a http://:@/a http://@ http://@:80 http://@/a@b foo://:80
        foo://u@ foo://u@/a foo://u:p@:80/ ws:// wss: ftp://
        """
    )

    private static let invalidPorts = table(
        """
        http://[::1]:a → a
        http://example.org:65536 → 65536
        http://example.org:99999 → 99999
        http://example.org:-80 → -80
        http://example.org:+80 → +80
        http://example.org:8a → 8a
        http://example.org:80:81 → 80:81
        http://example.org:8 0 → 8 0
        http://example.org:\u{663} → \u{663}
        http://example.org:184467440737095516160000 → 184467440737095516160000
        http://example.org:a → a
        foo://a:b → b
        foo://a:65536 → 65536
        ws://a:b → b
        """
    )

    private static let invalidHosts = table(
        """
        ftp://a b → a b
        file://a:80/ → a:80
        file://u@a/ → u@a
        file://a b/ → a b
        file://%43%7C → %43%7C
        file://[a] → [a]
        file://1.2.3.4.5 → 1.2.3.4.5
        """
    )

    private static let withoutScheme = words(
        """
        //example.org /a a ?a #a :a 1a:b -a:b ä:b a_b:c a/b:c .a:b *:a : :: // example.org
        example.org/a example.org:8080/a example.org:80?a localhost:3000 localhost:65535/a ://a
        """
    )

    static let invalid: [(String, WebURLError)] =
        withoutHost.map { ($0, .noHost) }
        + invalidPorts.map { ($0, .invalidPort($1)) }
        + invalidHosts.map { ($0, .invalidHost($1)) }
        + withoutScheme.map { ($0, .noScheme) }
        + [
            ("http://example.org: 80", .invalidPort(" 80")), ("a b:c", .noScheme),
            (" : a", .noScheme), ("", .empty), (" \n", .empty), ("\u{0}", .empty),
            ("just words", .noScheme), ("\u{A0}https://example.org", .noScheme),
        ]
}
