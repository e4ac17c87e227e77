import Flickr
import TestSupport
import Testing

@Suite("The images of a photo as text")
struct RenditionTextTests {
  @Test(
    "Images are read as they were written, also with characters that join a separator",
    arguments: [
      "https://a.b/1.jpg", "https://a.b/1.jpg?a b", "https://a.b/1\r", "\u{301}https://a.b/1", "é", "1.jpg",
      "https://live.staticflickr.com/7/11_ab_m.jpg", "https://live.staticflickr.com/7/11_ab_o.png",
      "https://live.staticflickr.com/7/11_", "https://live.staticflickr.com/11_ab_m.jpg",
    ])
  func roundTrip(url: String) {
    for other in ["\u{301}", "s", "sq", "o"] {
      let renditions = [
        Rendition(suffix: "s", url: url, width: 240, height: 160), Rendition(suffix: other, url: url),
      ]
      #expect(RenditionText.read(RenditionText.write(renditions, photo: "11"), photo: "11") == renditions)
    }
  }

  @Test("Random images are read as they were written")
  func randomRoundTrips() {
    var generator = SeededGenerator(seed: 1)
    let parts = [
      "https://", "live.staticflickr.com", "farm8.staticflickr.com", "/", "/", "7393", "11", "_", "3c71",
      "_s", "_m",
      "_b", "_k", ".jpg", ".png", " ", "\u{212A}", "\u{340}", "\u{300}", "é", "\r",
    ]
    let suffixes = ["sq", "q", "s", "m", "l", "k", "o", "\u{340}", "7393/3c71"]
    for _ in 0..<20_000 {
      let renditions = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        var url = Bool.random(using: &generator) ? "https://live.staticflickr.com/7393/11_3c71" : ""
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          url += parts.randomElement(using: &generator) ?? ""
        }
        let sides = [nil, 75, 150, 240, 2_048]
        return Rendition(
          suffix: suffixes.randomElement(using: &generator) ?? "", url: url,
          width: sides.randomElement(using: &generator) ?? nil,
          height: sides.randomElement(using: &generator) ?? nil)
      }
      let text = RenditionText.write(renditions, photo: "11")
      let known = RenditionText.read(text, photo: "11")
      let (first, second) = ("l", "s")
      #expect(
        RenditionText.read(text, photo: "11", firstOf: [first, second])
          == known.first { $0.suffix == first } ?? known.first { $0.suffix == second })
      // Swift's strings are equal if they look the same.
      #expect(
        known == renditions && known.map { Array($0.url.utf8) } == renditions.map { Array($0.url.utf8) })
    }
  }

  @Test("Images of Flickr take a line each of their size, and share the rest")
  func length() {
    let base = "https://live.staticflickr.com/65535/50000003500_49ee25ec25e8cd1a"
    let renditions = [
      Rendition(suffix: "sq", url: base + "_s.jpg", width: 75, height: 75),
      Rendition(suffix: "s", url: base + "_m.jpg", width: 240, height: 160),
      Rendition(suffix: "m", url: base + ".jpg", width: 500, height: 333),
      Rendition(suffix: "l", url: base + "_b.jpg"),
      Rendition(
        suffix: "o", url: "https://live.staticflickr.com/65535/50000003500_1234_o.png", width: 4_000,
        height: 3_000),
      Rendition(suffix: "x", url: "https://example.org/x.jpg", width: 1, height: 2),
    ]
    #expect(
      RenditionText.write(renditions, photo: "50000003500") == """
        65535/49ee25ec25e8cd1a
        sq
        s 240 160
        m 500 333
        l 0 0
        o 4000 3000 1234_o.png
        x 1 2 https://example.org/x.jpg
        """)
  }

  @Test("Another host is kept in the first line")
  func otherHost() {
    let renditions = [Rendition(suffix: "z", url: "http://farm8.staticflickr.com/7393/11_3c71_z.jpg")]
    let text = RenditionText.write(renditions, photo: "11")
    #expect(text == "http://farm8.staticflickr.com/7393/3c71\nz 0 0")
    #expect(RenditionText.read(text, photo: "11") == renditions)
  }

  @Test("Lines with whole URLs, which earlier versions wrote, are read")
  func earlierForm() {
    let text = "sq 75 75 https://a.b/11_c_s.jpg\ns 240 160 https://a.b/11_c_m.jpg"
    #expect(
      RenditionText.read(text, photo: "11") == [
        Rendition(suffix: "sq", url: "https://a.b/11_c_s.jpg", width: 75, height: 75),
        Rendition(suffix: "s", url: "https://a.b/11_c_m.jpg", width: 240, height: 160),
      ])
  }

  @Test("Lines that are no image are ignored")
  func invalidLines() {
    let text = "s 240 160\n\nm x y https://a.b/2.jpg\nno\n"
    #expect(RenditionText.read(text, photo: "1") == [Rendition(suffix: "m", url: "https://a.b/2.jpg")])
    #expect(RenditionText.read("7/ab\nsq 75\nl\ns 1 2\n", photo: "1").map(\.suffix) == ["s"])
    #expect(RenditionText.read("", photo: "1").isEmpty)
  }

  @Test(
    "The largest size is that of the images that are read, in any text",
    arguments: Seeds.range(quick: 4, long: 200))
  func largestSizes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let firstLines = ["", "\n", "7393/3c71\n", "http://a.b/7/3c71\n", "7393\n", "7393/3c71 \n"]
    let suffixes = ["sq", "q", "s", "k", "o", "\u{301}", "q\u{301}", "7/ab", ""]
    let numbers = ["75", "150", "240", "300", "0", "-5", "+7", "1000000", "1000001", "x", "٣", "9e9"]
    let rests = ["", "", "1.jpg", "https://a.b/1.jpg", "https://a.b/1 2.jpg", "\u{301}", "\r", "/"]
    var found = 0
    for _ in 0..<5_000 {
      var text = firstLines.randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        text += suffixes.randomElement(using: &generator) ?? ""
        for _ in 0..<([0, 1, 2, 2, 2].randomElement(using: &generator) ?? 0) {
          text += ([" ", " ", " ", "  "].randomElement(using: &generator) ?? "")
          text += numbers.randomElement(using: &generator) ?? ""
        }
        text += " " + (rests.randomElement(using: &generator) ?? "") + "\n"
      }
      let sizes: [[Int]] = RenditionText.read(text, photo: "11").compactMap { image in
        image.width.flatMap { width in image.height.map { [width, $0] } }
      }
      let largest = RenditionText.largestSize(in: text).map { [$0.width, $0.height] }
      #expect(largest == sizes.max { $0[0] * $0[1] < $1[0] * $1[1] }, "\(text)")
      if largest != nil { found += 1 }
    }
    #expect(found > 300 && found < 4_700)
  }

  @Test("The largest size is the first of those with the most pixels")
  func largestSize() throws {
    let size = try #require(RenditionText.largestSize(in: "7/ab\nsq\ns 240 160\nm 160 240\nl 0 900\nq"))
    #expect(size == (240, 160))
    #expect(RenditionText.largestSize(in: "s 240 160\nsq\n").map { $0.width } == nil)
    let square = try #require(RenditionText.largestSize(in: "7/ab\nq\nsq"))
    #expect(square == (150, 150))
  }
}
