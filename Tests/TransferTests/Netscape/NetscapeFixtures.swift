/// Bookmark files as browsers write them.
enum NetscapeFixtures {
    static let firefox = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <meta http-equiv="Content-Security-Policy"
              content="default-src 'self'; script-src 'none'; img-src data: *; object-src 'none'"></meta>
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks Menu</H1>

        <DL><p>
            <DT><A HREF="place:type=6&sort=14&maxResults=10" ADD_DATE="1700000000" LAST_MODIFIED="1700000000">Recent Tags</A>
            <HR>    <DT><H3 ADD_DATE="1690000000" LAST_MODIFIED="1690000001">Swift &amp; more</H3>
            <DL><p>
                <DT><A HREF="https://www.swift.org/" ADD_DATE="1690000002" LAST_MODIFIED="1690000003" \
        ICON_URI="https://www.swift.org/favicon.ico" ICON="data:image/png;base64,iVBORw0KGgo=" SHORTCUTURL="sw" \
        TAGS="language,open source">Swift.org &ndash; &quot;Welcome&quot;</A>
                <DD>The home of Swift &lt;on&gt; every platform
            </DL><p>
            <DT><H3 ADD_DATE="1690000000" PERSONAL_TOOLBAR_FOLDER="true">Lesezeichen-Symbolleiste</H3>
            <DD>Add bookmarks to this folder to see them displayed on the Bookmarks Toolbar
            <DL><p>
                <DT><A HREF="https://sqlite.org/" ADD_DATE="1690000004" LAST_MODIFIED="1690000004">SQLite</A>
            </DL><p>
            <DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Weitere Lesezeichen</H3>
            <DL><p>
                <DT><A HREF="javascript:void(0)" ADD_DATE="1690000005">Bookmarklet</A>
            </DL><p>
        </DL>

        """

    static let chrome = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1690000000" LAST_MODIFIED="1690000009" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
            <DL><p>
                <DT><A HREF="https://kernel.org/" ADD_DATE="1690000001" ICON="data:image/png;base64,AAAA">The Linux &#39;Kernel&#39;</A>
                <DT><H3 ADD_DATE="1690000002" LAST_MODIFIED="0">Work</H3>
                <DL><p>
                    <DT><H3 ADD_DATE="1690000003" LAST_MODIFIED="0">Favorites</H3>
                    <DL><p>
                        <DT><A HREF="https://example.com/?a=1&amp;b=2" ADD_DATE="13390000000000000">A &amp; B</A>
                    </DL><p>
                </DL><p>
            </DL><p>
            <DT><A HREF="https://www.rfc-editor.org/" ADD_DATE="1690000005"></A>
        </DL><p>

        """

    static let safari = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        \t<HTML>
        \t<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        \t<Title>Bookmarks</Title>
        \t<H1>Bookmarks</H1>
        \t<DT><H3 FOLDED>Favorites</H3>
        \t<DL><p>
        \t\t<DT><A HREF="https://www.apple.com/">Apple</A>
        \t\t<DT><H3 FOLDED>News</H3>
        \t\t<DL><p>
        \t\t\t<DT><A HREF="https://lwn.net/">LWN</A>
        \t\t</DL><p>
        \t</DL><p>
        \t<DT><H3 FOLDED>Bookmarks Menu</H3>
        \t<DL><p>
        \t</DL><p>
        \t<DT><A HREF="https://unicode.org/">Unicode</A>
        \t<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
        \t<DL><p>
        \t\t<DT><A HREF="https://whatwg.org/">WHATWG</A>
        \t</DL><p>
        \t</HTML>

        """

    static let edge = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1690000000" LAST_MODIFIED="1690000009" PERSONAL_TOOLBAR_FOLDER="true">Favoritenleiste</H3>
            <DL><p>
                <DT><A HREF="edge://favorites/" ADD_DATE="1690000001">Favoriten</A>
                <DT><H3 ADD_DATE="1690000002" LAST_MODIFIED="1690000003">Lesen</H3>
                <DL><p>
                    <DT><A HREF="https://www.w3.org/" ADD_DATE="1690000004" ICON="data:image/png;base64,AAAA">W3C</A>
                </DL><p>
            </DL><p>
        </DL><p>

        """

    static let internetExplorer = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
        It will be read and overwritten.
        Do Not Edit! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 FOLDED ADD_DATE="1249000000">Links</H3>
            <DL><p>
                <DT><A HREF="http://go.microsoft.com/fwlink/?LinkId=50893" ADD_DATE="1249000001" LAST_VISIT="1249000002" \
        LAST_MODIFIED="1249000003" ICON_URI="http://go.microsoft.com/favicon.ico" >Web Slice Gallery</A>
            </DL><p>
            <DT><A HREF="http://www.w3.org/" ADD_DATE="1249000004" LAST_VISIT="0" LAST_MODIFIED="1249000005">W3C</A>
        </DL><p>

        """.replacing("\n", with: "\r\n")
}
