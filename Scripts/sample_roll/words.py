"""What the photographers of the roll write: titles, descriptions, tags; and their invented names."""

# Titles by theme, in English.
TITLES = {
    "mountains": ["Above the clouds", "First light on the north face", "The long way up", "Ridge after ridge", "Snow line", "Six in the morning, minus nine", "The pass is open again", "Layers", "View from the hut", "Weather coming in", "Ravens' Ridge", "The last climb of the season", "Where the path ends", "Cold hands, warm light"],
    "lake": ["Mirror", "Not a breath of wind", "The old jetty", "Morning swim?", "Still water", "Half an hour before the rain", "Reflections on a Sunday", "Low water in October", "Somebody left a towel", "Waiting for the ferry"],
    "sea": ["Gulls over the point", "Salt air", "Tide going out", "The sea was quiet today", "Long exposure, long wait", "Between two showers", "Regatta, day two", "Westerly, force five", "Nothing but horizon", "Low tide, low sun", "Grey on grey", "One sail"],
    "sunset": ["Last light", "The day goes down in style", "Sunset from the dunes", "Palm trees, of course", "Golden hour, golden minute", "Red sky at night", "Same bench, other sky", "Worth the mosquitoes", "Nine o'clock and still warm", "End of the holiday"],
    "lighthouse": ["Keeper's cottage", "The light at the end of the pier", "Beacon", "Every ten seconds", "Lighthouse in the blue hour", "Red and white", "Safe passage"],
    "city": ["Skyline from the ferry", "Blue hour downtown", "Office lights", "Moonrise over the city", "New Year, minute one", "From the 34th floor", "City that works late", "Across the river", "Windows", "Home is the third light from the left", "Rooftops"],
    "street": ["After the rain", "The lane behind the market", "Cobbles", "Streetlights coming on", "On the way home", "Nobody about", "Closed for the season", "The baker's street, 5 am", "Old town", "Perspective lesson", "Tram day"],
    "rain": ["Rain on the window", "Waiting at the lights", "Bokeh practice", "Christmas market, out of focus", "Traffic, 50 mm at f/1.4", "Friday night through glass", "Drops"],
    "bridge": ["The red bridge", "Fog under the deck", "Three arches", "Crossing", "Bridge in the morning", "Steel and sky", "Built in 1764", "Cables", "Where we had lunch", "The bridge at low water"],
    "harbour": ["Harbour houses", "Boats at rest", "Back from the sea", "Tuesday is fish day", "The blue boat is new", "Quay side", "Paint day in the harbour", "Nets and gulls", "Small harbour, big sky"],
    "forest": ["Beech wood in fog", "Autumn wood", "Light between the trees", "Walk before breakfast", "Smell of mushrooms", "The quiet part of the forest", "Leaves, mostly", "Lost the path here", "November greens", "Trunks"],
    "tree": ["The lone oak", "My tree, October", "My tree, January", "First snow", "Standing alone", "The tree on the hill", "Bare branches", "Wind from the left"],
    "moon": ["Moon behind branches", "Full moon, no tripod", "Strawberry moon", "Night walk", "The moon over the orchard"],
    "stars": ["Milky Way above the tent", "Northern lights!", "They danced for an hour", "Thirty seconds at f/2.8", "Stars over the spruces", "No phone signal, many stars", "Aurora, third night", "Perseids (none caught)"],
    "desert": ["Dunes at noon", "Caravan", "Lines in the sand", "Wind writes here", "The empty quarter of the map", "Footsteps gone by evening", "Sand in the lens"],
    "flowers": ["Lavender rows", "Poppies", "Tulip fields with a mill", "A good year for poppies", "Bees everywhere", "Purple to the horizon", "Spring, finally", "Garden of the neighbours"],
    "balloon": ["Up, up", "Balloon festival", "Eleven balloons", "Lift-off at dawn", "Quiet flight", "The yellow one landed in our field"],
    "temple": ["Pagoda in blossom", "Evening prayer", "Domes of the old city", "Five storeys", "Cherry week", "Towers at dusk", "Sakura"],
    "birds": ["Starlings on the wires", "Fifteen notes", "Cranes going south", "The early birds", "Cranes over the plain", "Music", "Migration", "Count them"],
    "cat": ["Miso on the sill", "She waits for the neighbours", "Cat television", "Evening watch", "Our landlord", "Not impressed"],
    "abstract": ["Paper sea", "Floor of the old station", "Façade no. 7", "Pattern study", "Squares and quarters", "Blinds", "Waves, cut", "Someone is always home"],
    "leaf": ["Dew", "Macro Monday", "Veins", "After the watering can", "Green", "First leaf of the fig"],
    "train": ["Steam on the viaduct", "The 10:12, with steam", "Eight arches", "Worth the two-hour wait", "Railway day"],
}

# Places that go with a theme; a part of the titles is a place and a time.
PLACES = {
    "mountains": ["Dolomites", "Torres del Paine", "Annapurna", "Tatra", "Drakensberg", "Southern Alps", "Glencoe", "Kackar"],
    "lake": ["Lake Bled", "Loch Ard", "Lago di Braies", "Saimaa", "Lake Wanaka", "Titicaca", "Lake Louise"],
    "sea": ["Biscay", "Cape Cod", "Bondi", "Skagen", "Galway Bay", "Essaouira", "Baltic coast"],
    "sunset": ["Zanzibar", "Key West", "Goa", "Alentejo", "Santorini", "Byron Bay", "Copacabana"],
    "lighthouse": ["Peggy's Cove", "Lindesnes", "Cabo da Roca", "Cape Byron", "Westerhever"],
    "city": ["Chicago", "Hong Kong", "São Paulo", "Toronto", "Frankfurt", "Singapore", "Nairobi", "Shanghai"],
    "street": ["Lisbon", "Ghent", "Kyoto", "Valparaíso", "Tbilisi", "Oaxaca", "Edinburgh", "Lviv"],
    "rain": ["Osaka", "Seattle", "Bergen", "London", "Bogotá"],
    "bridge": ["Golden Gate", "Mostar", "Porto", "25 de Abril", "Brooklyn", "Würzburg"],
    "harbour": ["Bryggen", "Nyhavn", "Burano", "Honfleur", "Tórshavn", "Willemstad"],
    "forest": ["Białowieża", "Black Forest", "Sintra", "Muir Woods", "Hoia", "Forêt de Soignes"],
    "tree": ["Yorkshire", "Lüneburg Heath", "Extremadura", "Wanaka"],
    "moon": ["Atacama", "Dartmoor", "Alsace"],
    "stars": ["Tromsø", "Teide", "Namib", "Abisko", "Tekapo"],
    "desert": ["Merzouga", "Sossusvlei", "Wadi Rum", "Rub' al Khali", "Huacachina"],
    "flowers": ["Valensole", "Keukenhof", "Furano", "Texas Hill Country", "Castelluccio"],
    "balloon": ["Cappadocia", "Albuquerque", "Bagan", "Château-d'Oex"],
    "temple": ["Nara", "Istanbul", "Isfahan", "Hanoi", "Cairo"],
    "birds": ["Hornborga", "Linum", "Hokkaido", "Doñana"],
    "cat": ["Kotor", "Kitchen", "Istanbul"],
    "abstract": ["Bauhaus", "Barceloneta", "Rotterdam"],
    "leaf": ["Kew", "Back garden", "Botanical garden"],
    "train": ["Glenfinnan", "Landwasser", "Durango", "Nilgiri"],
}

TIMES = ["at dawn", "in October", "before the storm", "2024", "II", "(3 of 7)", "after midnight", "from the south", "again", "in winter", "& around", "#12", "in May", "by night", "revisited"]

# Titles in the photographers' own languages, with the theme each belongs to.
LOCAL_TITLES = {
    "de": [("mountains", "Morgens am Höllentalferner"), ("lake", "Stiller See"), ("forest", "Buchenwald im Nebel"), ("bridge", "Alte Brücke bei Niedrigwasser"), ("sea", "Möwen über der Förde"), ("tree", "Die Eiche überm Dorf"), ("street", "Gässchen"), ("cat", "Fräulein Flöckchen"), ("rain", "Regenscheibe"), ("train", "Dampf auf dem Viadukt")],
    "fr": [("sea", "Marée basse à l'aube"), ("flowers", "Lavande, plateau de Valensole"), ("street", "Ruelle après la pluie"), ("bridge", "Les trois arches"), ("city", "L'heure bleue"), ("forest", "Sous-bois d'octobre"), ("cat", "Le chat du cinquième"), ("sunset", "Dernière lumière"), ("abstract", "Façade nº 4")],
    "es": [("sunset", "Atardecer en la cala"), ("desert", "Dunas, mediodía"), ("street", "Callejón del Agua"), ("mountains", "Mañana en los Picos"), ("harbour", "El puerto pequeño"), ("birds", "¿Cuántos pájaros?"), ("city", "Luces de oficina"), ("lighthouse", "El faro, otra vez")],
    "pt": [("sea", "Maré vazia"), ("street", "Ladeira ao fim da tarde"), ("bridge", "A ponte vermelha"), ("sunset", "Pôr do sol na praia dos Coqueiros"), ("harbour", "Casas do porto"), ("city", "Da janela do avô"), ("tree", "Ipê sozinho")],
    "it": [("lake", "Specchio"), ("mountains", "Le Cime, ore sei"), ("street", "Vicolo dei Gatti"), ("bridge", "Ponte sul Serchio"), ("harbour", "Case del porto"), ("flowers", "Papaveri a perdita d'occhio"), ("cat", "Il padrone di casa")],
    "ja": [("temple", "桜と五重塔"), ("street", "雨上がりの路地"), ("train", "汽笛が聞こえる"), ("mountains", "夜明けの山"), ("sea", "静かな海"), ("cat", "窓辺の猫"), ("moon", "月と枯れ枝"), ("birds", "電線の音符"), ("city", "夜景（展望台より）"), ("flowers", "富良野のラベンダー")],
    "zh": [("city", "外滩夜色"), ("mountains", "雲海之上"), ("lake", "湖光山色"), ("bridge", "雾中的大桥"), ("temple", "塔影"), ("balloon", "热气球节"), ("rain", "雨夜"), ("forest", "林中光线")],
    "ko": [("city", "한강의 밤"), ("temple", "벚꽃과 탑"), ("sea", "조용한 바다"), ("street", "비 온 뒤 골목길"), ("mountains", "설악산의 아침"), ("tree", "첫눈 오는 날"), ("cat", "창가의 고양이"), ("stars", "별 헤는 밤")],
    "he": [("sea", "שקיעה בחוף הצפוני"), ("desert", "מדבר בצהריים"), ("street", "סמטה אחרי הגשם"), ("birds", "עגורים בדרך דרומה"), ("flowers", "כלניות"), ("moon", "ירח מלא מעל הפרדס")],
    "ar": [("desert", "كثبان عند الظهيرة"), ("temple", "قباب المدينة القديمة"), ("sea", "البحر هادئ اليوم"), ("city", "أضواء المدينة"), ("sunset", "غروب الشمس"), ("street", "زقاق بعد المطر"), ("birds", "طيور على الأسلاك")],
    "ru": [("forest", "Туман в буковом лесу"), ("stars", "Северное сияние над тайгой"), ("tree", "Первый снег"), ("street", "Переулок после дождя"), ("lake", "Старый причал"), ("train", "Паровоз на виадуке"), ("birds", "Журавли летят на юг")],
    "hi": [("flowers", "सरसों के खेत"), ("mountains", "हिमालय की सुबह"), ("temple", "शाम की आरती"), ("train", "नीलगिरि की रेल"), ("balloon", "आसमान में गुब्बारे")],
    "th": [("sea", "ทะเลเงียบสงบ"), ("sunset", "แสงสุดท้ายของวัน"), ("temple", "เจดีย์ยามเย็น"), ("harbour", "เรือประมงกลับฝั่ง")],
    "el": [("harbour", "Το λιμανάκι"), ("sea", "Μπουνάτσα"), ("sunset", "Ηλιοβασίλεμα"), ("cat", "Η γάτα του νησιού")],
    "tr": [("temple", "Eski şehrin kubbeleri"), ("balloon", "Kapadokya'da sabah"), ("sea", "Martılar ve iskele"), ("bridge", "Köprüde sis")],
    "pl": [("mountains", "Świt nad Tatrami"), ("forest", "Żubrza ścieżka"), ("lake", "Pomost o świcie"), ("birds", "Żurawie"), ("street", "Uliczka po deszczu")],
    "vi": [("harbour", "Thuyền về bến"), ("street", "Phố cổ sau mưa"), ("temple", "Chùa một chiều xuân"), ("flowers", "Mùa hoa cải")],
    "sv": [("stars", "Norrsken över fjället"), ("lake", "Bryggan i augusti"), ("birds", "Tranor vid Hornborgasjön"), ("forest", "Bland granarna")],
    "uk": [("flowers", "Маки до обрію"), ("street", "Вуличка у Львові"), ("bridge", "Кам'яний міст")],
}

# Given and family names by language; the photographers are invented by combining them.
NAMES = {
    "en": (["Alice", "Tom", "Priya", "Owen", "Maeve", "Callum", "Ruth", "Desmond", "Harriet", "Joel", "Nkechi", "Fergus"], ["Whitcombe", "Okafor", "Penhallow", "Brannigan", "Ashdown", "Loxley", "Tarrant", "Mbeki-Lane", "Fairweather", "Quill"]),
    "de": (["Lena", "Jürgen", "Anke", "Matthias", "Frieda", "Björn"], ["Vogt", "Grünwald", "Osterkamp", "Weiß", "Lindenau", "Köhlbrand"]),
    "fr": (["Élodie", "Luc", "Maëlle", "Bastien", "Noémie"], ["Charpentier", "Dûchesne", "Valcourt", "Le Goff", "Montaigu"]),
    "es": (["Íñigo", "Ximena", "Álvaro", "Lucía", "Mateo"], ["Ibarra", "Cañizares", "del Río", "Montenegro", "Peñalver"]),
    "pt": (["Maria", "João", "Inês", "Thiago", "Conceição"], ["Silva", "Vasconcelos", "Brandão", "da Rocha", "Gusmão"]),
    "it": (["Giulia", "Renzo", "Chiara", "Fosco"], ["Bellandi", "Torregrossa", "Malaspina", "D'Angelo"]),
    "ja": (["陽子", "健一", "さくら", "悠真"], ["小田切", "白川", "鷹野", "三輪"]),
    "zh": (["晓梅", "子轩", "文博", "雨桐"], ["欧阳", "沈", "陆", "慕容"]),
    "ko": (["서연", "지훈", "하늘", "민서"], ["남궁", "선우", "제갈", "황보"]),
    "he": (["נועה", "איתי", "תמר", "יואב"], ["ברזילי", "אלמוג", "שקד", "כרמון"]),
    "ar": (["ليلى", "يوسف", "سلمى", "طارق"], ["الحداد", "المنصوري", "بنجلون", "الشامي"]),
    "ru": (["Ольга", "Фёдор", "Марина", "Аркадий"], ["Заречная", "Вересов", "Лугина", "Полынов"]),
    "hi": (["अनन्या", "रोहन", "मीरा"], ["त्रिवेदी", "कुलश्रेष्ठ", "राठौर"]),
    "th": (["สุดา", "ธนกร"], ["ศรีสมบูรณ์", "วงศ์ทอง"]),
    "el": (["Ελένη", "Νίκος"], ["Καλλιγάς", "Θαλασσινού"]),
    "tr": (["Çağla", "Emre"], ["Yıldızhan", "Gündoğdu"]),
    "pl": (["Małgorzata", "Łukasz", "Zofia"], ["Brzezińska", "Wróblewski", "Jaśkowiak"]),
    "vi": (["Thảo", "Minh"], ["Nguyễn Hữu", "Trần Lê"]),
    "sv": (["Åsa", "Torbjörn", "Elin"], ["Sjögren", "Lövstrand", "Myrdal"]),
    "uk": (["Соломія", "Тарас"], ["Вишневецька", "Калинович"]),
}

# Display names that are no plain names.
HANDLES = ["fogcatcher", "35mm_and_rain", "✿ hanami ✿", "The Slow Shutter", "nachtfalter.", "bluehour™", "🦉 owl at dusk", "pixel & grain", "~tidal~", "L.", "MOUNTAIN GOAT", "two left thumbs", "grain_of_salt_77", "Ｗｉｄｅ Ａｎｇｌｅ", "studio \"no. 9\"", "h.k.", "…and the dog", "@wanderlens", "Kestrel Photography", "ψ lens"]

# Photographers with a name that somebody else has too, exactly or nearly.
NAMESAKES = ["Maria Silva", "Maria Silva", "Alex Kim", "Alex Kim", "Alex Kim", "José Peñalver", "Jose Penalver", "JOSÉ PEÑALVER"]

DESCRIPTIONS = [
    "Taken on the way back.",
    "Three exposures, blended by hand. No filter was hurt.",
    "We waited two hours for this light; it lasted four minutes.",
    "Best viewed large.",
    "From a walk with the dog.",
    "Camera on the wall, self-timer, fingers crossed.",
    "My grandfather took the same picture in 1961.\nThe tree was smaller, the road was not there.",
    "Series: <a href=\"https://example.org/series/light\" rel=\"noreferrer nofollow\">Light &amp; Weather</a>",
    "Thank you for looking!\n\nMore at <a href=\"https://example.com/\" rel=\"noreferrer nofollow\">example.com</a>",
    "Part of a set about places where &quot;nothing happens&quot;.",
    "<b>Prints available.</b> <i>All comments welcome &#8230;</i>",
    "ISO 200, f/8, 1/250 s &mdash; hand-held.",
    "It was so cold that the shutter froze &amp; I nearly did too.",
    "A “quick stop” that took all afternoon.",
    "1/3\n2/3\n3/3 is in my stream.",
    "Seen from the train; I went back the next day to take it.",
    "Développé à la maison. Merci à tous !",
    "Auf dem Heimweg. Danke fürs Anschauen!",
    "通りがかりに一枚。",
    "Film, expired in 2009. <a href=\"https://www.flickr.com/groups/expired-film-sample/\">Group</a>",
]

TAGS = {
    "mountains": "mountain snow ridge", "lake": "lake water reflection", "sea": "sea coast horizon", "sunset": "sunset evening goldenhour",
    "lighthouse": "lighthouse coast night", "city": "city skyline lights", "street": "street oldtown evening", "rain": "rain bokeh night",
    "bridge": "bridge river architecture", "harbour": "harbour boats houses", "forest": "forest trees fog", "tree": "tree field seasons",
    "moon": "moon night tree", "stars": "stars night astrophotography", "desert": "desert dunes sand", "flowers": "flowers field spring",
    "balloon": "balloon festival sky", "temple": "temple architecture travel", "birds": "birds flock sky", "cat": "cat window home",
    "abstract": "abstract pattern geometry", "leaf": "macro leaf green", "train": "train steam viaduct",
}
MORE_TAGS = ["nikon", "canon", "fujifilm", "35mm", "film", "kodakportra400", "landscape", "travel", "2024", "explore", "geotagged", "bw", "longexposure", "日本", "été", "москва"]

CAMERA_TITLES = ["IMG_{:04d}", "DSC{:05d}", "P10{:05d}", "_MG_{:04d}", "DSCF{:04d}.jpg", "20240{:04d}_183012", "PXL_20250{:04d}"]

LONG_TITLES = [
    ("mountains", "The third day of our walk along the high route, when the fog lifted for about ten minutes just as we had given up hope, put away the cameras and opened the last of the chocolate, so that everybody shouted at once, one tripod fell over, and this is the only frame of the whole day in which the ridge, the hut, the path and the far glacier are all to be seen at the same time, though slightly crooked"),
    ("street", "旅の記録、七日目の朝。前の晩からの雨がようやく上がり、石畳がまだ濡れているうちに宿を出て、まだ誰もいない路地をゆっくり歩いた。角のパン屋からは焼きたての香りがして、猫が一匹こちらを見ていた。灯りがひとつ、またひとつと消えていくのを眺めながら、この町にもう少しだけ居たいと思ったが、駅へ向かう時間が近づいていたので、最後に一枚だけ撮った。それがこの写真である。後で見返すと少し傾いているけれど、そのときの空気がそのまま残っているような気がして、直さずに載せることにした。次に来るときは、もっと長く滞在して、あの坂の上の小さな美術館と、港の朝市にも行ってみたい。そしてまた、雨上がりの朝にこの道を歩くつもりだ。同じ猫が同じ場所で待っていてくれたら、きっともっと嬉しいだろう。旅はつづく。それまでさようなら、石畳の町よ。"),
    ("sea", "Sea " + "and sea " * 44 + "and one gull"),
]

# Titles that are hard to lay out, with their theme.
ODD_TITLES = [
    ("sunset", "🌅 Good morning, 世界 🌍"),
    ("cat", "🐈‍⬛ Miso, 5 kg of opinion"),
    ("harbour", "👨‍👩‍👧‍👦 Family day at the harbour 🇳🇴"),
    ("street", "👋🏽 from the old town 🏳️‍🌈"),
    ("stars", "✨✨✨"),
    ("flowers", "🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷🌷"),
    ("sea", "שקיעה / Sunset / غروب"),
    ("desert", "صحراء 2024 (Sahara) – 3/7"),
    ("temple", "\u200fמגדל\u200e – tower"),
    ("bridge", "Fish & Chips & the bridge"),
    ("bridge", "Tom &amp; Jerry cross the bridge"),
    ("lake", "5 &lt; 6 &gt; 4 &quot;quoted&quot; lake"),
    ("city", "“Nighthawks”, almost – ‘our’ corner…"),
    ("forest", "a\u0301 e\u0300 o\u0302 u\u0308 n\u0303 – decomposed wood"),
    ("moon", "Z\u0351\u0352\u0357a\u0334\u0328l\u0335\u0361g\u0337\u0322o\u0338 moon"),
    ("lighthouse", "Pho\u031b\u0301 va\u0300 bie\u0302\u0309n"),
    ("rain", "ﾊﾝｶｸ ｶﾀｶﾅ and ｆｕｌｌ ｗｉｄｔｈ"),
    ("birds", "★☆★ ♥ crane ♥ ★☆★"),
    ("train", "<b>Steam</b> on the viaduct"),
    ("tree", "   A tree with room on both sides   "),
    ("abstract", "100% / 50% \\ 0% \"C:\\tiles\""),
    ("leaf", "İstanbul ı i I ß ẞ ﬁg leaf"),
    ("mountains", "हिमालय\u200d की क्षितिज"),
    ("balloon", "balloons.balloons/balloons_balloons-balloons"),
    ("city", "\u202bcity\u202c lights"),
    ("flowers", "Café – Cafe\u0301"),
]
