import Flickr
import Testing

@Suite("The address of a photo's page")
struct PhotoPageURLTests {
  @Test(
    "is percent-encoded but for what addresses take",
    arguments: [
      ("78733179@N04", "78733179@N04"), ("ann-b_c.d~e", "ann-b_c.d~e"),
      ("\u{1B}]0;EVIL\u{7}", "%1B%5D0%3BEVIL%07"),
      ("a\nb", "a%0Ab"), ("../../login", "..%2F..%2Flogin"), ("a?b#c", "a%3Fb%23c"),
      ("\u{202E}x", "%E2%80%AEx"),
      ("Zoë", "Zo%C3%AB"), ("a b%20", "a%20b%2520"),
    ])
  func encoded(owner: String, text: String) {
    #expect(PhotoPageURL.text(owner: owner, id: "7") == "https://www.flickr.com/photos/\(text)/7/")
  }

  @Test("is not there for an owner without a page", arguments: [nil, "", ".", ".."])
  func absent(owner: String?) {
    #expect(PhotoPageURL.text(owner: owner, id: "7") == nil)
  }
}
