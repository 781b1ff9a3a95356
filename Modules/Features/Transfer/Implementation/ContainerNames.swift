/// The names of the outermost folders in browser files, in the languages of most users.
enum ContainerNames {
    static func contain(_ name: String) -> Bool {
        all.contains(normalized(name))
    }

    private static let all: Set<String> = {
        let names = text.split { $0 == "\n" || $0 == "|" }
        return Set(names.map { normalized(String($0)) })
    }()

    private static func normalized(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        // Turkish distinguishes a dotted and a dotless i, but the case rules of other languages do
        // not. Both letters are therefore treated as i.
        var result = String.UnicodeScalarView()
        for scalar in words.joined(separator: " ").lowercased().unicodeScalars {
            switch scalar {
            case "\u{307}": break
            case "ı": result.append("i")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static let text = """
        Bookmarks|Bookmarks Bar|Bookmarks Menu|Bookmarks Toolbar|Bookmarks Toolbar Folder
        Bookmark Bar|Mobile Bookmarks
        Other Bookmarks|Unfiled Bookmarks|Unsorted Bookmarks|Personal Toolbar Folder
        Personal Toolbar|Speed Dial|Links
        Favorites|Favorites Bar|Favourites|Favourites Bar|Mobile Favorites|Mobile Favourites
        Other Favorites
        Other Favourites|Reading List
        Lesezeichen|Lesezeichenleiste|Lesezeichen-Leiste|Lesezeichen-Symbolleiste|Lesezeichen-Menü
        Lesezeichenmenü
        Weitere Lesezeichen|Andere Lesezeichen|Mobile Lesezeichen|Unsortierte Lesezeichen
        Menü „Lesezeichen“
        Favoriten|Favoritenleiste|Weitere Favoriten|Andere Favoriten|Mobile Favoriten|Leseliste
        Favoris|Barre de favoris|Barre des favoris|Autres favoris|Favoris mobiles|Favoris sur mobile
        Favoris pour mobile
        Marque-pages|Barre personnelle|Menu des marque-pages|Autres marque-pages
        Marque-pages non classés
        Barre d’outils des marque-pages|Marque-pages mobiles|Marque-pages des appareils mobiles
        Signets|Barre de signets
        Barre des signets|Menu des signets|Menu Signets|Autres signets|Liste de lecture
        Marcadores|Barra de marcadores|Barra de herramientas de marcadores|Menú Marcadores
        Menú de marcadores
        Otros marcadores|Marcadores móviles|Marcadores del móvil|Marcadores sin ordenar
        Marcadores sin clasificar
        Favoritos|Barra de favoritos|Otros favoritos|Favoritos móviles|Favoritos de móviles
        Menú Favoritos
        Lista de lectura
        Barra dos favoritos|Outros favoritos|Favoritos do celular|Favoritos no celular
        Favoritos para dispositivos móveis
        Favoritos de dispositivos móveis|Favoritos móveis|Menu Favoritos|Menu de favoritos
        Lista de leitura
        Lista de Leituras|Barra de ferramentas de marcadores|Menu de marcadores|Menu Marcadores
        Outros marcadores
        Marcadores móveis|Marcadores do dispositivo móvel|Marcadores para telemóvel
        Segnalibri|Barra dei segnalibri|Barra segnalibri|Menu segnalibri|Altri segnalibri
        Segnalibri dispositivi mobili
        Segnalibri mobili|Segnalibri non organizzati|Preferiti|Barra dei preferiti|Barra preferiti
        Altri preferiti
        Preferiti mobili|Preferiti da cellulare|Preferiti dispositivi mobili|Menu Preferiti
        Elenco lettura
        Elenco di lettura
        Bladwijzers|Bladwijzerbalk|Bladwijzerwerkbalk|Bladwijzermenu|Andere bladwijzers
        Overige bladwijzers
        Mobiele bladwijzers|Mobiel-bladwijzers|Bookmarkbalk|Andere bookmarks|Mobiele bookmarks
        Favorieten|Favorietenbalk
        Favorietenmenu|Overige favorieten|Andere favorieten|Mobiele favorieten|Leeslijst
        Bokmärken|Bokmärkesfältet|Bokmärkesfält|Bokmärkesmenyn|Övriga bokmärken|Andra bokmärken
        Mobila bokmärken
        Favoriter|Favoritfältet|Favoritfält|Övriga favoriter|Andra favoriter|Mobila favoriter
        Läslista
        Bogmærker|Bogmærkelinje|Bogmærkelinjen|Bogmærkemenu|Bogmærkemenuen|Andre bogmærker
        Mobilbogmærker
        Favoritter|Favoritlinje|Linjen Favoritter|Andre favoritter|Mobilfavoritter|Læseliste
        Bokmerker|Bokmerkelinje|Bokmerkelinjen|Bokmerkerad|Bokmerkemeny|Bokmerkemenyen
        Andre bokmerker|Mobilbokmerker
        Mobile bokmerker|Favorittlinje|Favorittlinjen|Mobile favoritter
        Kirjanmerkit|Kirjanmerkkipalkki|Kirjanmerkkivalikko|Muut kirjanmerkit|Mobiilikirjanmerkit
        Kirjanmerkit mobiililaitteessa|Suosikit|Suosikkipalkki|Suosikit-palkki|Muut suosikit
        Mobiilisuosikit|Lukulista
        Zakładki|Pasek zakładek|Menu Zakładki|Menu zakładek|Pozostałe zakładki|Inne zakładki
        Zakładki na komórce
        Zakładki z telefonu|Zakładki na urządzeniu mobilnym|Ulubione|Pasek ulubionych|Inne ulubione
        Mobilne ulubione
        Lista Czytelnia|Lista czytelnicza|Czytelnia
        Záložky|Lišta záložek|Panel záložek|Nabídka záložek|Ostatní záložky|Jiné záložky
        Záložky v mobilu
        Záložky z mobilu|Oblíbené|Oblíbené položky|Panel oblíbených položek|Lišta oblíbených položek
        Ostatní oblíbené
        Ostatní oblíbené položky|Jiné oblíbené položky|Seznam četby
        Záložky na mobile|Panel so záložkami|Ponuka záložiek|Iné záložky|Ostatné záložky|Obľúbené
        Panel obľúbených položiek
        Könyvjelzők|Könyvjelzősáv|Könyvjelző eszköztár|Könyvjelzők eszköztár|Könyvjelzők menü
        Egyéb könyvjelzők
        Más könyvjelzők|Mobil könyvjelzők|Kedvencek|Kedvencek sáv|Kedvencek sávja|Egyéb kedvencek
        Mobil kedvencek
        Olvasólista|Olvasási lista
        Marcaje|Bară de marcaje|Bara de marcaje|Meniul de marcaje|Alte marcaje|Marcaje mobile
        Favorite|Bara de preferințe
        Bară Preferințe|Alte preferințe|Listă de lectură
        Yer imleri|Yer imleri araç çubuğu|Yer imleri menüsü|Diğer yer imleri|Mobil yer imleri
        Yer işaretleri
        Yer işareti çubuğu|Yer işaretleri çubuğu|Diğer yer işaretleri|Mobil yer işaretleri
        Sık kullanılanlar
        Sık kullanılanlar çubuğu|Diğer sık kullanılanlar|Mobil sık kullanılanlar|Favoriler
        Okuma listesi
        Закладки|Панель закладок|Меню закладок|Другие закладки|Мобильные закладки
        Закладки на мобильных устройствах
        Избранное|Панель избранного|Строка избранного|Другое избранное|Мобильное избранное
        Список для чтения
        Інші закладки|Закладки з мобільного|Мобільні закладки|Вибране|Панель вибраного|Інше вибране
        Обране
        Панель обраного|Інше обране|Список читання
        Σελιδοδείκτες|Γραμμή σελιδοδεικτών|Εργαλειοθήκη σελιδοδεικτών|Μενού σελιδοδεικτών
        Άλλοι σελιδοδείκτες
        Σελιδοδείκτες κινητού|Σελιδοδείκτες κινητών|Αγαπημένα|Γραμμή αγαπημένων|Άλλα αγαπημένα
        Λίστα ανάγνωσης
        ブックマーク|ブックマーク バー|ブックマークバー|ブックマークツールバー|ブックマーク ツールバー|ブックマークメニュー
        ブックマーク メニュー|その他のブックマーク|他のブックマーク|未整理のブックマーク|モバイルのブックマーク
        モバイル ブックマーク|お気に入り|お気に入りバー|お気に入り バー|その他のお気に入り|モバイルのお気に入り
        モバイル お気に入り|リーディングリスト|リーディング リスト|あとで読むリスト
        북마크|북마크바|북마크 바|북마크 막대|북마크 도구 모음|북마크 메뉴|기타 북마크|다른 북마크|모바일 북마크|즐겨찾기
        즐겨찾기 모음|즐겨찾기 막대|기타 즐겨찾기|모바일 즐겨찾기|읽기 목록|읽기 도구
        书签|书签栏|书签工具栏|书签菜单|其他书签|其它书签|未分类书签|移动设备书签|移动设备上的书签|手机书签|收藏夹|收藏夹栏
        收藏夹菜单|其他收藏夹|移动收藏夹|移动设备收藏夹|个人收藏|个人收藏栏|阅读列表|阅读清单|链接
        書籤|書籤列|書籤工具列|書籤選單|其他書籤|未分類書籤|行動書籤|行動裝置書籤|行動版書籤|我的最愛|我的最愛列|其他我的最愛
        其他 [我的最愛]|[我的最愛] 列|行動裝置我的最愛|喜好項目|喜好項目列|偏好項目|閱讀列表|閱讀清單
        الإشارات المرجعية|شريط الإشارات المرجعية|شريط أدوات العلامات|شريط العلامات|قائمة العلامات
        العلامات|علامات أخرى
        الإشارات المرجعية الأخرى|إشارات مرجعية أخرى|علامات المحمول|المفضلة|شريط المفضلة|مفضلات أخرى
        قائمة القراءة
        סימניות|סרגל הסימניות|סרגל סימניות|תפריט סימניות|תפריט הסימניות|סימניות אחרות|סימניות ניידות
        סימניות לנייד
        מועדפים|סרגל המועדפים|סרגל מועדפים|מועדפים אחרים|רשימת קריאה
        Dấu trang|Thanh dấu trang|Thanh công cụ dấu trang|Trình đơn dấu trang|Dấu trang khác
        Dấu trang di động
        Dấu trang trên điện thoại di động|Yêu thích|Thanh yêu thích|Mục yêu thích khác|Danh sách đọc
        Bilah bookmark|Bilah markah|Menu markah|Bookmark lain|Bookmark lainnya|Markah lainnya
        Bookmark seluler|Favorit
        Bilah favorit|Favorit lainnya|Daftar bacaan
        บุ๊กมาร์ก|แถบบุ๊กมาร์ก|แถบบุ๊กมาร์ค|แถบเครื่องมือที่คั่นหน้า|บุ๊กมาร์กอื่นๆ
        ที่คั่นหน้าอื่น ๆ|รายการโปรด|แถบรายการโปรด
        รายการโปรดอื่นๆ|รายการอ่าน
        बुकमार्क|बुकमार्क बार|अन्य बुकमार्क|मोबाइल बुकमार्क|पसंदीदा|पसंदीदा बार|अन्य पसंदीदा
        """
}
