import Flickr
import Testing

@testable import PictureFetching

@Suite("The rendition for a picture")
struct RenditionChoiceTests {
  private static func renditions(_ suffixes: String) -> [Rendition] {
    suffixes.split(separator: " ").map { Rendition(suffix: String($0), url: "https://example.org/\($0).jpg") }
  }

  @Test(
    "is the smallest that covers the need, else the largest up to 1024",
    arguments: [
      ("sq q t s n m z c l h k o", 240, "s", "n m z c l h k o", "t"),
      ("o l c z m n s t", 241, "n", "m z c l o", "s t"),
      ("s n l", 1_024, "l", "", "n s"), ("s n l h", 1_025, "l", "h", "n s"), ("s n c", 1_024, "c", "", "n s"),
      ("s", 1_024, "s", "", ""), ("h k o", 240, "h", "k o", ""), ("o", 100, "o", "", ""),
      ("k", 3_000, "k", "", ""),
      ("sq q", 100, "q", "", "sq"), ("sq q t", 150, "t", "", ""), ("x s", 300, "s", "x", ""),
      ("m n", 0, "n", "m", ""),
    ])
  func choice(there: String, wanted: Int, best: String, larger: String, smaller: String) throws {
    let choice = try #require(RenditionChoice(of: Self.renditions(there), longerSide: wanted))
    #expect(choice.best.suffix == best)
    #expect(choice.larger.map(\.suffix).joined(separator: " ") == larger)
    #expect(choice.smaller.map(\.suffix).joined(separator: " ") == smaller)
  }

  @Test("goes by what the answer said of its size, and by the longer side")
  func said() throws {
    let renditions = [
      Rendition(suffix: "s", url: "a", width: 160, height: 240),
      Rendition(suffix: "n", url: "b", width: 200, height: 0),
      Rendition(suffix: "o", url: "c", width: 900, height: 1_000),
    ]
    #expect(RenditionChoice(of: renditions, longerSide: 201)?.best.suffix == "s")
    #expect(RenditionChoice(of: renditions, longerSide: 241)?.best.suffix == "o")
  }

  @Test("is none where there is none")
  func none() {
    #expect(RenditionChoice(of: [], longerSide: 240) == nil)
  }
}
