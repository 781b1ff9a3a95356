enum HostVectors {
    private static let label = String(repeating: "a", count: 64)
    private static let labels = ["a", "b", "c", "d"].map { String(repeating: $0, count: 63) }
    private static let name = labels.joined(separator: ".")

    static let normalNames = words(
        """
        a.b.c.d.e .. . .example.org example.org.. a_b.org _dmarc.org -a-.org a--b.org
        r3---sn-abc.org a!b$c&d'e(f)g*h+i,j;k=l~m a"b a`b a{b} a 1a a1 a.1b 0x1g com.0y
        """
    )

    static let names = table(
        """
        EXAMPLE.org → example.org
        %65xample.org → example.org
        ex%41mple.org → example.org
        %C3%A4.org → xn--4ca.org
        %c3%A4.org → xn--4ca.org
        a%2Eb → a.b
        a%2db → a-b
        LOCALHOST → localhost
        """
    )

    static let invalidNames =
        words(
            """
            a%20b a<b a>b a^b a|b a%3Cb a%7cb a%23b a%2fb a%3fb a%40b a%3ab a%5bb a]b a[b a%5cb a%
            a%b a%zz a%25b a%2541 a%00b a\u{1}b a%01b a\u{7F}b a%7fb a%0ab % %20 %E4.org %ff %C3
            %ef%bf%bd.org a%80b example.org\u{A0}
            """
        ) + ["a b", "a\u{0}b"]

    /// Encoded names in normal form, both valid and invalid.
    static let normalInternationalNames = words(
        """
        xn--zca.xn--zca xn--4db.a1 a1.xn--4db xn--egbpdaj6bu4bxfgehfvwxn
        xn--4dbcagdahymbxekheh6e0a7fei0b xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa
        xn--b1abfaaepdrnnbgefbadotcwatmq2g4l xn--3b-ww4c5e180e575a65lsy2b xn--d9juau41awczczp
        xn--4caaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa xn--
        xn--.example xn--99999999.example xn--a.xn--zca xn--xn---epa xn--a-ecp.ru xn--1ch.xn--a
        xn--0.pt 1a.xn--4db
        """
    )

    static let internationalNames =
        table(
            """
            bücher.example → xn--bcher-kva.example
            bu\u{308}cher.example → xn--bcher-kva.example
            XN--BCHER-KVA.example → xn--bcher-kva.example
            faß.example → xn--fa-hia.example
            FASS.example → fass.example
            βόλος.example → xn--nxasmm1c.example
            ΒΌΛΟΣ.example → xn--nxasmq6b.example
            日本語。ＪＰ → xn--wgv71a119e.jp
            例え．テスト → xn--r8jz45g.xn--zckzah
            a｡b → a.b
            💩.example → xn--ls8h.example
            ａｂｃ.example → abc.example
            １２ａ.example → 12a.example
            a\u{AD}b.example → ab.example
            a\u{200B}b.example → ab.example
            a\u{2060}b\u{FEFF}.example → ab.example
            ﬁ.example → fi.example
            Ⅳ.example → iv.example
            K.example → k.example
            İ.example → xn--i-9bb.example
            ı.example → xn--cfa.example
            e\u{301}.example → xn--9ca.example
            %F0%9F%92%A9.example → xn--ls8h.example
            ä_b.example → xn--_b-uia.example
            ä-.example → xn----zfa.example
            -ä.example → xn----0fa.example
            ab--ä.example → xn--ab---ooa.example
            ä－ö.example → xn----zfa9c.example
            ä!-+~_.example → xn--!-+~_-fra.example
            ä..example → xn--4ca..example
            .ä → .xn--4ca
            ä。 → xn--4ca.
            \u{5D0}.example → xn--4db.example
            \u{5D0}\u{5D1}.\u{5D0}\u{5D1} → xn--4dbc.xn--4dbc
            \u{5D0}1.example → xn--1-zhc.example
            \u{639}\u{631}\u{628}\u{64A}.example → xn--ngbrx4e.example
            क\u{94D}\u{200D}ष.example → xn--11b2ezcw70k.example
            क\u{94D}\u{200C}ष.example → xn--11b2ezcs70k.example
            \u{628}\u{64A}\u{200C}\u{628}\u{64A}.example → xn--ngba5hb2804a.example
            ｘn--bcher-kva.example → xn--bcher-kva.example
            =\u{338}.example → xn--1ch.example
            ≠.example → xn--1ch.example
            \u{AD}.example → .example
            a.\u{AD}.b → a..b
            ไทย.example → xn--o3cw4h.example
            ０Ｘ７ｆ.1 → 127.0.0.1
            １２７.０.０.１ → 127.0.0.1
            \u{5D0}.xn--zca → xn--4db.xn--zca
            \u{5D0}..a → xn--4db..a
            a--b.\u{5D0} → a--b.xn--4db
            ä｡｡b → xn--4ca..b
            ｘｎ－－zca → xn--zca
            他们为什么不说中文 → xn--ihqwcrb4cv8a8dqg056pqjye
            xn--Proprostnemluvesky-uyb24dma41a → xn--proprostnemluvesky-uyb24dma41a
            Pročprostěnemluvíčesky → xn--proprostnemluvesky-uyb24dma41a
            xn--BCHER-kva-.example → xn--bcher-kva-.example
            a.b.c.XN--pokxncvks. → a.b.c.xn--pokxncvks.
            xn--%61 → xn--a
            xn--4db.-A → xn--4db.-a
            """
        ) + [("\(label).ä", "\(label).xn--4ca"), ("\(name).ä", "\(name).xn--4ca")]

    /// Names with a label that is too long for name servers.
    static let longNames = [
        "Ü" + String(repeating: "A", count: 80),
        String(repeating: "日-本", count: 30),
        String(repeating: "ａ", count: 80),
        String(repeating: "ä", count: 1_000),
        "ä.xn--4c" + String(repeating: "a", count: 994),
        "\(label).\u{5D0}",
    ]

    static let invalidInternationalNames =
        words(
            """
            👨\u{200D}👩.example ％４１.example ä／b ä？ ä％41.example a／b a：80 ä< ä%20 \u{5D0}.1a
            1a.\u{5D0} \u{5D0}.-a a-.\u{5D0} \u{5D0}.ä- ä.xn--a xn--a｡example xn--a.1 xn--4db.0
            ｘn--a.example \u{AD} \u{200B} %C2%AD xn--ä.example xn--fa-hia\u{300} a\u{200D}b.example
            a\u{200C}b.example \u{300}a.example �.example \u{E000}.example \u{5D0}a.example
            a\u{5D0}.example \u{661}\u{6F1}\u{5D0}.example \u{5D0}-.example ⒈.example
            \u{D7FF}\u{378} +!~_$.\u{5D0}
            """
        ) + [
            "ä b", "xn--a b", "\u{2028}.example", String(repeating: "ä", count: 70) + "\u{378}",
            String(repeating: "\u{5D0}", count: 70) + "a",
        ]

    static let ipv4Addresses = table(
        """
        1.2.3.4. → 1.2.3.4
        1.2.3 → 1.2.0.3
        1.2 → 1.0.0.2
        1 → 0.0.0.1
        0 → 0.0.0.0
        00 → 0.0.0.0
        127.1 → 127.0.0.1
        127.0.1 → 127.0.0.1
        0x7f.1 → 127.0.0.1
        0X7F000001 → 127.0.0.1
        0x7f.0.0.0x1 → 127.0.0.1
        017700000001 → 127.0.0.1
        0177.0.0.01 → 127.0.0.1
        4294967295 → 255.255.255.255
        0xffffffff → 255.255.255.255
        037777777777 → 255.255.255.255
        1.16777215 → 1.255.255.255
        1.2.65535 → 1.2.255.255
        0x → 0.0.0.0
        0x.0x → 0.0.0.0
        0x.0 → 0.0.0.0
        0x0.0x0 → 0.0.0.0
        192.168.257 → 192.168.1.1
        256 → 0.0.1.0
        65536 → 0.1.0.0
        0000000000000000000000001 → 0.0.0.1
        %31.2.3.4 → 1.2.3.4
        %30%78%63%30%2e%30%32%35%30.01 → 192.168.0.1
        1。2｡3．4 → 1.2.3.4
        0.0x100 → 0.0.1.0
        """
    )

    /// Names in normal form that resemble IPv4 addresses, but are not addresses.
    static let namesResemblingIPv4Addresses = words(
        """
        1.2.3.a 1.2.3.4a 1e2 0xg 1.2.3.-1 a.1.b 1-2 0x7f.a 1.2.3.4..
        """
    )

    static let invalidIPv4Addresses = words(
        """
        \u{663} 4294967296 0x100000000 040000000000 256.1.1.1 1.256.1.1 1.2.256.4 1.2.3.256
        1.16777216 1.2.65536 1.2.3.4.5 1.2.3.4.5. 1..2 .1 ..1 a.1 a.0x a.0x1 a.09 1.2.3.08 08 09.1
        0x1.08 0xg.1 1.a.2 -1.1 1.2.3.0x100 99999999999999999999 0xfffffffffffffffffff 1.2.a.4 ä.1
        foo.0XFfFfFfFfFfFfFfFfFfAcE123 1%2e2%2e3%2e4%2e5 256.256.256.256 1.2.3.4.0x
        """
    )

    static let ipv6Addresses = table(
        """
        [2001:DB8::1] → [2001:db8::1]
        [2001:0db8:0000:0000:0000:0000:0000:0001] → [2001:db8::1]
        [1:2:3:4:5:6:7::] → [1:2:3:4:5:6:7:0]
        [::2:3:4:5:6:7:8] → [0:2:3:4:5:6:7:8]
        [1:2:3::5:6:7:8] → [1:2:3:0:5:6:7:8]
        [1:0:0:4:0:0:0:8] → [1:0:0:4::8]
        [1:0:0:4:5:0:0:8] → [1::4:5:0:0:8]
        [0:0:0:4:0:0:0:8] → [::4:0:0:0:8]
        [0:0:0:0:0:0:0:0] → [::]
        [::127.0.0.1] → [::7f00:1]
        [::ffff:1.2.3.4] → [::ffff:102:304]
        [1:2:3:4:5:6:1.2.3.4] → [1:2:3:4:5:6:102:304]
        [1::1.2.3.4] → [1::102:304]
        [64:ff9b::192.0.2.33] → [64:ff9b::c000:221]
        [::0.0.0.0] → [::]
        [::255.255.255.255] → [::ffff:ffff]
        [ABCD:EF01::] → [abcd:ef01::]
        [00ff::] → [ff::]
        [0::0] → [::]
        [1:2:3:4:5::7:8] → [1:2:3:4:5:0:7:8]
        """
    )

    static let normalIPv6Addresses = [
        "[::1]", "[1::]", "[1::2]", "[1:2:3:4:5:6:7:8]", "[1:0:3:0:5:0:7:0]", "[0:1:2:3:4:5:6:7]",
    ]

    static let invalidIPv6Addresses =
        words(
            """
            [] [:] [:::] [::1 [::1]a a[::1] [::1]] [[::1]] [:1] [1:] [1:2] [1::2::3]
            [1:2:3:4:5:6:7:8:9] [1:2:3:4:5:6:7:8::] [::1:2:3:4:5:6:7:8] [1::2:3:4:5:6:7:8] [12345::]
            [::12345] [g::] [::g] [1:::2] [::1:] [::1%25eth0] [::1%eth0] [1.2.3.4] [::1.2.3]
            [::1.2.3.4.5] [::1.2.3.256] [::1.2.3.04] [::01.2.3.4] [::1.2.3.] [::.1.2.3] [::1..2.3]
            [::1.2.3.4:5] [::1.2.3.a] [::1.2.3.4.a] [::1.2.3.4.] [::a.2.3.4] [1:2:3:4:5:6:7:1.2.3.4]
            [1:2:3:4:5:6::1.2.3.4] [1:2:3:4:5:1.2.3.4] [%3A%3A1] [::１] [v1.a] [::0x1.2.3.4]
            [:1.2.3.4] [::1.2.3.4444]
            """
        ) + ["[::1.2.3.4 ]", "[ ::1]", "[::1 ]"]
}
