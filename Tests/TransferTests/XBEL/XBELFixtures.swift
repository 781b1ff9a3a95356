/// XBEL as other programs write it.
enum XBELFixtures {
    static let floccus = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">
        <xbel version="1.0">

        <!--- highestId :7: for Floccus bookmark sync browser extension -->
        <folder id="1">
            <title>Bookmarks Bar</title>
            <folder id="2">
                <title>Swift &amp; more</title>
                <bookmark href="https://www.swift.org/?a=1&amp;b=2" id="3">
                    <title>Swift.org &#x2013; &quot;Welcome&quot; &#128512;</title>
                </bookmark>
                <separator id="4"/>
                <folder id="5">
                    <title>Empty &lt;b&gt;</title>
                </folder>
                <bookmark href="javascript:void(0)" id="6">
                    <title>Bookmarklet</title>
                </bookmark>
            </folder>
            <bookmark href="https://sqlite.org/" id="7">
                <title/>
            </bookmark>
        </folder>
        </xbel>

        """

    static let buku = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" \
        "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">

        <xbel version="1.0">
            <bookmark href="https://lwn.net/" TAGS="linux,to read">
                <title>LWN &#x27;news&#x27;</title>
                <desc>First line
        second &amp; line</desc>
            </bookmark>
            <bookmark href="https://danluu.com/">
                <title>Caf&#233;</title>
            </bookmark>
        </xbel>
        """

    static let konqueror = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE xbel>
        <xbel xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" \
        xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info" dbusName="konqueror">
         <title>Mine</title>
         <desc>All of them</desc>
         <info><metadata owner="http://www.kde.org"><kde_own_bookmarks>true</kde_own_bookmarks></metadata></info>
         <folder folded="no" toolbar="yes">
          <title>KDE</title>
          <desc>About KDE</desc>
          <info>
           <metadata owner="http://freedesktop.org"><bookmark:icon name="folder-blue"/></metadata>
          </info>
          <bookmark href="https://kde.org/" icon="www-kde" added="2023-07-22T04:26:40Z" modified="2023-07-22T04:26:41" visited="2024-01-01T00:00:00Z">
           <title><![CDATA[KDE <3 & ]] friends]]></title>
           <info>
            <metadata owner="http://freedesktop.org"><bookmark:icon name="www"/><title>not this</title></metadata>
            <metadata owner="http://www.kde.org"><time_added>1600000000</time_added><visit_count>3</visit_count></metadata>
           </info>
          </bookmark>
          <bookmark href="https://planet.kde.org/" id="planet" rating="5">
           <info>
            <metadata owner="http://www.kde.org"><time_added>1690000002</time_added><time_visited>1700000000</time_visited></metadata>
           </info>
           <title>Planet</title>
           <desc>Blogs<![CDATA[ &amp; ]]>&amp; more</desc>
          </bookmark>
         </folder>
         <folder>
          <title>News</title>
          <alias ref="planet"/>
          <alias ref="gone"/>
          <separator/>
         </folder>
        </xbel>
        """
}
