import Flickr
import Testing

@Suite("A photo shown to people")
struct PresentationTests {
  @Test(
    "has a title: its own, else its description, else Unknown",
    arguments: [
      (" A \n", "d", "A"), ("", " <b>d</b> ", "d"), (" \t\u{A0}", "a &amp; b", "a & b"),
      (nil, nil, "Unknown"), ("\u{200B}\u{200D}\u{FEFF}", "d", "d"), ("\u{1}\u{9B}", "\u{202E}", "Unknown"),
      ("\u{FE0F}", nil, "Unknown"), ("\u{200F}א", nil, "\u{200F}א"),
      ("", "<a href='x'></a> ", "Unknown"), (nil, "line\nline", "line\nline"),
      ("a &amp; b", nil, "a &amp; b"),
    ] as [(String?, String?, String)])
  func displayTitle(title: String?, description: String?, shown: String) {
    var photo = PhotoRecord(id: "1")
    photo.title = title
    photo.description = description
    #expect(photo.displayTitle == shown)
  }

  @Test(
    "has its description as one line without markup",
    arguments: [
      ("plain", "plain"), ("  a \n\n b\t", "a b"), ("<a href=\"http://x\">l</a>ink", "link"),
      ("a<br/>b<BR>c", "a b c"),
      ("<p>a</p><p>b</p>", "a b"), ("<b>a</b>b", "ab"), ("a < b > c", "a < b > c"), ("I <3 you", "I <3 you"),
      ("1<2", "1<2"), ("a <b", "a <b"), ("x<!-- <b> -->y", "xy"), ("x<!-- y", "x<!-- y"),
      (
        "</ x>",
        "</ x>"
      ), ("<a =\">x</a>", "x"), ("<", "<"), ("x</", "x</"), (">", ">"),
      ("<a title=\"a > b\" x>c</a>", "c"), ("<i>don't</i> it's", "don't it's"), ("<a it's>x", "x"),
      ("&quot;&#8230;&#x2026;&hellip;", "\"………"), ("&amp;lt;", "&lt;"), ("AT&T & co", "AT&T & co"),
      ("&unknown; &;", "&unknown; &;"), ("&#0;&#xD800;&#1114112;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
      (
        "&#146;",
        "’"
      ),
      ("&#x;&#99999999999;&#-1;", "&#x;&#99999999999;&#-1;"), ("a&nbsp;&nbsp;b", "a b"),
      ("&Eacute;&eacute;", "Éé"),
      ("&", "&"), ("&#128512;", "😀"), ("<ä>", "<ä>"), ("", ""),
    ])
  func subtitle(description: String, shown: String) {
    var photo = PhotoRecord(id: "1")
    photo.description = description
    #expect(photo.subtitle == shown)
  }

  @Test("takes time that grows with the text, not with its square", .timeLimit(.minutes(10)))
  func hostileMarkup() {
    var photo = PhotoRecord(id: "1")
    photo.description = String(repeating: "<a ", count: 60_000)
    #expect(photo.subtitle.utf8.count == 179_999)
    photo.description = String(repeating: "<!--", count: 60_000)
    #expect(photo.subtitle.utf8.count == 240_000)
    photo.description = String(repeating: "<a ='>'", count: 20_000) + "=\">"
    #expect(photo.subtitle.utf8.count < 140_000)
  }

  @Test("has a page under its owner's name in addresses, else under the owner's id")
  func pageURL() {
    var photo = PhotoRecord(id: "7")
    #expect(photo.pageURL == nil)
    photo.ownerID = "1@N00"
    #expect(photo.pageURL == "https://www.flickr.com/photos/1@N00/7/")
    photo.pathAlias = "ann"
    #expect(photo.pageURL == "https://www.flickr.com/photos/ann/7/")
  }

  @Test(
    "has a plain text as its description with all characters, if that is encoded",
    arguments: [
      "plain", "Ann <ann@example.org>", "List<String>", "&copy; &lt; &amp;lt; AT&T", "x<!-- y -->z", "<", "&",
      "a<br>b </p>", "e\u{301}&\u{301}<\u{301}b>", "",
    ])
  func plainDescription(text: String) {
    var photo = PhotoRecord(id: "1")
    photo.description = EscapedText.encoded(text)
    #expect(photo.subtitle.unicodeScalars.elementsEqual(text.unicodeScalars))
  }
}
