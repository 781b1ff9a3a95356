/// Bookmark files as bookmark services write them.
enum ServiceFixtures {
    static let pocket = """
        <!DOCTYPE html>
        <html>
        \t<!--So long and thanks for all the fish-->
        \t<head>
        \t\t<meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
        \t\t<title>Pocket Export</title>
        \t</head>
        \t<body>
        \t\t<h1>Unread</h1>
        \t\t<ul>
        \t\t\t<li><a href="https://www.swift.org/blog/" time_added="1487264937" tags="swift,to read">Swift &amp; Blog</a></li>
        \t\t\t<li><a href="https://example.com/untagged" time_added="1487264938" tags="">https://example.com/untagged</a></li>
        \t\t</ul>
        \t\t
        \t\t<h1>Read Archive</h1>
        \t\t<ul>
        \t\t\t<li><a href="https://example.com/read" time_added="1487264939" tags="a">Read</a></li>
        \t\t</ul>
        \t</body>
        </html>

        """

    static let pinboard = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Pinboard Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p><DT><A HREF="https://pinboard.in/" ADD_DATE="1404231231" PRIVATE="1" TOREAD="1" TAGS="bookmarks,tool">Pinboard: \
        social bookmarking</A>

        <DT><A HREF="https://danluu.com/" ADD_DATE="1404231232" PRIVATE="0" TOREAD="0" TAGS="essays">Dan Luu</A>
        <DD>First line
        second &amp; line

        </DL></p>

        """

    static let delicious = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <!-- This is an automatically generated file.
        It will be read and overwritten.
        Do Not Edit! -->
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p><DT><A HREF="http://c2.com/cgi/wiki" LAST_VISIT="1229515200" ADD_DATE="1229515201" PRIVATE="0" \
        TAGS="wiki,patterns,system:imported">Wiki Wiki Web</A>
        <DD>The first wiki
        <DT><A HREF="http://catb.org/jargon/" LAST_VISIT="1229515200" ADD_DATE="1229515202" PRIVATE="1" TAGS="">Jargon File</A>
        </DL><p>
        """

    static let linkding = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
        <DT><A HREF="https://linkding.link/" ADD_DATE="1690000000" LAST_MODIFIED="1690000001" PRIVATE="1" TOREAD="0" \
        TAGS="self-hosted,bookmarks">linkding</A>
        <DD>Self-hosted[linkding-notes]My &lt;notes&gt;
        here[/linkding-notes]
        <DT><A HREF="https://example.com/archived" ADD_DATE="1690000002" LAST_MODIFIED="1690000002" PRIVATE="0" TOREAD="1" \
        TAGS="linkding:bookmarks.archived">Archived</A>
        </DL><p>
        """.replacing("\n", with: "\r\n")

    static let shaarli = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             Do Not Edit! -->
        <!-- Shaarli all bookmarks export on 2023/07/22 04:26:40 -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
        <DT><A HREF="https://shaarli.example/?abc" ADD_DATE="1690000000" LAST_MODIFIED="1690000100" PRIVATE="0" TAGS="php,note">A note</A>
        <DD>Some *Markdown*
        &lt;b&gt;here&lt;/b&gt;
        <DT><A HREF="?local" ADD_DATE="1690000001" PRIVATE="1" TAGS="">Local</A>
        </DL><p>
        """
}
