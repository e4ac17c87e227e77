import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("The captions of files", .timeLimit(.minutes(10)))
struct CaptionTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test(
    "A caption is plain text, of which nothing is taken for markup",
    arguments: [
      "Photo: Ann <ann@example.org>", "List<String> & co", "&copy; &lt;b&gt; AT&T", "a <br> b <!-- c --> d",
    ])
  func plainText(caption: String) async throws {
    var file = CameraFile.shot(1)
    file.iptc = [(120, caption)]
    try folder.write("a.jpg", file)
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.subtitle == caption && photo.texts.description == caption)
    // The record has it too.
    let id = photo.flickrID
    try await folder.library.delete([photo]).committed()
    try await folder.library.restore([id]).committed()
    #expect(try folder.photos().map(\.subtitle) == [caption])
  }
}
