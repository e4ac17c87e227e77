import Flickr
import Testing

@Suite("The images of a photo as text")
struct RenditionTextTests {
  @Test(
    "Images are read as they were written, also with characters that join a separator",
    arguments: ["https://a.b/1.jpg", "https://a.b/1.jpg?a b", "https://a.b/1\r", "\u{301}https://a.b/1", "é"])
  func roundTrip(url: String) {
    let renditions = [
      Rendition(suffix: "s", url: url, width: 240, height: 160), Rendition(suffix: "\u{301}", url: url),
    ]
    let known = RenditionText.read(RenditionText.write(renditions))
    #expect(known == renditions)
  }

  @Test("Lines that are no image are ignored")
  func invalidLines() {
    let text = "s 240 160\n\nm x y https://a.b/2.jpg\nno\n"
    #expect(RenditionText.read(text) == [Rendition(suffix: "m", url: "https://a.b/2.jpg")])
    #expect(RenditionText.read("").isEmpty)
  }
}
