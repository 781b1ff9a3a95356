/// Files of JSON as other programs write them.
enum JSONFixtures {
    static let chrome = """
        {
           "checksum": "0123456789abcdef0123456789abcdef",
           "roots": {
              "bookmark_bar": {
                 "children": [ {
                    "date_added": "13334473600000000",
                    "date_last_used": "0",
                    "guid": "00000000-0000-4000-a000-000000000001",
                    "id": "5",
                    "meta_info": {
                       "power_bookmark_meta": ""
                    },
                    "name": "The Linux 'Kernel' \\u00e9",
                    "type": "url",
                    "url": "https://kernel.org/"
                 }, {
                    "children": [ {
                       "children": [ {
                          "date_added": "13334473600000001",
                          "id": "8",
                          "name": "A & B",
                          "type": "url",
                          "url": "https://example.com/?a=1&b=2"
                       } ],
                       "date_added": "13334473600000000",
                       "id": "7",
                       "name": "Deep",
                       "type": "folder"
                    }, {
                       "date_added": "13334473600000001",
                       "id": "9",
                       "name": "LWN",
                       "type": "url",
                       "url": "https://lwn.net/"
                    }, {
                       "id": "10",
                       "name": "Bookmarklet",
                       "type": "url",
                       "url": "javascript:void(0)"
                    } ],
                    "date_added": "13334473600000000",
                    "id": "6",
                    "name": "Work",
                    "type": "folder"
                 } ],
                 "date_added": "13334473600000000",
                 "guid": "0bc5d13f-2cba-5d74-951f-3f233fe6c908",
                 "id": "1",
                 "name": "Bookmarks bar",
                 "type": "folder"
              },
              "other": {
                 "children": [ {
                    "id": "11",
                    "name": "",
                    "type": "url",
                    "url": "https://www.rfc-editor.org/"
                 } ],
                 "id": "2",
                 "name": "Other bookmarks",
                 "type": "folder"
              },
              "synced": {
                 "children": [  ],
                 "id": "3",
                 "name": "Mobile bookmarks",
                 "type": "folder"
              }
           },
           "version": 1
        }

        """

    static let firefox = """
        {"guid":"root________","title":"","index":0,"dateAdded":1690000000000000,"lastModified":1690000001000000,"id":1,\
        "typeCode":2,"type":"text/x-moz-place-container","root":"placesRoot","children":[{"guid":"menu________",\
        "title":"menu","index":0,"dateAdded":1690000000000000,"lastModified":1690000001000000,"id":2,"typeCode":2,\
        "type":"text/x-moz-place-container","root":"bookmarksMenuFolder","children":[{"guid":"aaaaaaaaaaaa",\
        "title":"Programming","index":0,"dateAdded":1690000000000000,"lastModified":1690000001000000,"id":7,"typeCode":2,\
        "type":"text/x-moz-place-container","children":[{"guid":"bbbbbbbbbbbb","title":"Swift.org","index":0,\
        "dateAdded":1690000002000000,"lastModified":1690000003000000,"id":8,"typeCode":1,\
        "iconUri":"https://www.swift.org/favicon.ico","tags":"language,open source","type":"text/x-moz-place",\
        "keyword":"sw","postData":null,"annos":[{"name":"bookmarkProperties/description","flags":0,"expires":4,\
        "value":"The home of Swift"}],"uri":"https://www.swift.org/"},{"guid":"cccccccccccc","title":"","index":1,\
        "dateAdded":1690000002000000,"lastModified":1690000003000000,"id":9,"typeCode":3,\
        "type":"text/x-moz-place-separator"}]}]},{"guid":"toolbar_____","title":"toolbar","index":1,\
        "dateAdded":1690000000000000,"lastModified":1690000001000000,"id":3,"typeCode":2,\
        "type":"text/x-moz-place-container","root":"toolbarFolder","children":[{"guid":"dddddddddddd",\
        "title":"Most Visited","index":0,"dateAdded":1690000000000000,"lastModified":1690000001000000,"id":10,\
        "typeCode":1,"type":"text/x-moz-place","uri":"place:sort=8&maxResults=10"},{"guid":"eeeeeeeeeeee",\
        "title":"SQLite","index":1,"dateAdded":1690000004000000,"lastModified":1690000004000000,"id":11,"typeCode":1,\
        "type":"text/x-moz-place","uri":"https://sqlite.org/"}]}]}
        """

    static let pinboard = """
        [{"href":"https:\\/\\/pinboard.in\\/","description":"Pinboard: social bookmarking","extended":"",\
        "meta":"92959a96fd69146c5fe7cbde6e5720f2","hash":"aa0d1b1a2b3c4d5e6f708192a3b4c5d6",\
        "time":"2014-07-01T16:13:51Z","shared":"no","toread":"yes","tags":"bookmarks tool"},
        {"href":"https:\\/\\/danluu.com\\/","description":"Dan Luu","extended":"First line\\nsecond",\
        "meta":"","hash":"","time":"2014-07-01T16:13:52Z","shared":"yes","toread":"no","tags":"essays"}]
        """
}
