/// Files of JSON as services write them.
enum JSONServiceFixtures {
    static let linkding = """
        {"count":123,"next":"https://ding.example/api/bookmarks/?limit=100&offset=100","previous":null,"results":[
        {"id":1,"url":"https://linkding.link/","title":"linkding","description":"Self-hosted","notes":"Mine",
         "web_archive_snapshot_url":"https://web.archive.org/web/20230722042640/https://linkding.link/",
         "favicon_url":"http://127.0.0.1:8000/static/https_linkding_link.png","preview_image_url":"",
         "is_archived":false,"unread":true,"shared":false,"tag_names":["bookmarks","self hosted"],
         "date_added":"2023-07-22T04:26:40.006313Z","date_modified":"2023-07-22T04:26:41.103418Z",
         "website_title":"linkding - bookmarks","website_description":null},
        {"id":2,"url":"https://a.com/","title":"","description":"","notes":"","web_archive_snapshot_url":"",
         "favicon_url":null,"preview_image_url":null,"is_archived":true,"unread":false,"shared":true,"tag_names":[],
         "date_added":"2023-07-22T04:26:42Z","date_modified":"2023-07-22T04:26:42Z","website_title":"Found title"}]}
        """

    static let wallabag = """
        [{"is_archived":1,"is_starred":0,"tags":["linux","to read"],"is_public":false,"id":23,"title":"LWN",
          "url":"https:\\/\\/lwn.net\\/","hashed_url":"5d41402abc4b2a76b9719d911017c592","given_url":"http:\\/\\/lwn.net",
          "hashed_given_url":"7d793037a0760186574b0282f2f435e7","content":"<p>A <b>page<\\/b><\\/p>",
          "created_at":"2023-07-22T04:26:40+0000","updated_at":"2023-07-22T04:28:20+0000","published_by":[""],
          "annotations":[{"text":"x","quote":"y","ranges":[]}],"mimetype":"text\\/html","language":"en",
          "reading_time":3,"domain_name":"lwn.net","preview_picture":"https:\\/\\/static.lwn.net\\/logo.png",
          "http_status":"200","headers":{"content-type":"text\\/html"}},
         {"is_archived":0,"is_starred":0,"user_name":"w","user_email":"w@a.com","user_id":1,
          "tags":[{"id":1,"label":"Label","slug":"label"}],"is_public":false,"id":24,"title":"A","url":"https:\\/\\/a.com\\/",
          "created_at":"2023-07-22T04:26:41+0000","updated_at":"2023-07-22T04:28:21+0000","annotations":[]}]
        """

    static let karakeep = """
        {"bookmarks":[
        {"createdAt":1690000000,"title":null,"tags":["linux"],"content":{"type":"link","url":"https://lwn.net/","title":"LWN"},
         "note":"mine","archived":true},
        {"createdAt":1690000002,"title":"A thought","tags":[],"content":{"type":"text","text":"no link"},"note":null},
        {"createdAt":1690000001,"title":"Its own","tags":[],"content":{"type":"link","url":"https://a.com/"},"note":null,
         "archived":false}]}
        """

    static let readers = """
        [{"id":"a1b2","slug":"omnivore-1","title":"Omnivore","description":"Said by the page","author":"",
          "url":"https://omnivore.app/","state":"Archived","readingProgress":42,"thumbnail":"https://a.com/i.png",
          "labels":["a","B c"],"savedAt":"2023-07-22T04:26:40.123Z","updatedAt":"2023-07-22T04:26:41.123Z"},
         {"url":"https://goodlinks.app/","title":"GoodLinks","summary":"Summary","tags":["x"],"starred":true,
          "addedAt":1690000000.532},
         {"_id":5,"link":"https://raindrop.io/","title":"Raindrop","excerpt":"Excerpt","note":"Mine","tags":["y"],
          "important":true,"created":"2023-07-22T04:26:40.000Z","lastUpdate":"2023-07-22T04:26:41.000Z",
          "cover":"https://a.com/i.png","domain":"raindrop.io","type":"link",
          "media":[{"link":"https://a.com/i.png","type":"image"}]}]
        """

    static let linkwarden = """
        {"id":1,"name":"Me","username":"me","collections":[{"id":1,"name":"Code","description":"","color":"#0ea5e9","links":[
        {"id":1,"name":"Swift","type":"url","description":"d","url":"https://swift.org/","textContent":null,
         "tags":[{"id":1,"name":"lang","ownerId":1}],"createdAt":"2023-07-22T04:26:40.000Z","collectionId":1}]},
        {"id":2,"name":"Empty","links":[]}],"pinnedLinks":[],"whitelistedUsers":[]}
        """

    static let arc = """
        {"sidebar":{"containers":[{"global":{}},{"items":["A1",{"id":"A1","parentID":null,"childrenIds":[],"title":null,
        "createdAt":711692800.5,"data":{"tab":{"savedTitle":"Swift","savedURL":"https://swift.org/",
        "timeLastActiveAt":711692800}}}]}]},"version":1}
        """
}
