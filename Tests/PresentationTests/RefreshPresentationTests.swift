import PhotoLibrary
import Testing

@testable import Presentation

@Suite("A refresh in words")
struct RefreshPresentationTests {
  @Test(
    "One sentence reports what was received, and what is there now",
    arguments: [
      (
        [0, 0, 0, 0, 0, 0, 0], 0,
        "Nothing new; the library has 0 photos (0 pages, 0 requests); this source has no more photos"
      ),
      (
        [0, 0, 110, 3, 0, 1, 1], 1,
        """
        Nothing new; the library has 1 photo (110 unchanged, 3 skipped because deleted, 1 page, 1 request); this source has \
        no more photos
        """
      ),
      (
        [110, 0, 0, 0, 0, 2, 3], 110,
        "110 new photos, 0 changed, 0 unchanged; the library has 110 photos (2 pages, 3 requests); this source has no more photos"
      ),
      (
        [0, 1, 9, 2, 4, 1, 0], 20,
        """
        0 new photos, 1 changed, 9 unchanged; the library has 20 photos (2 skipped because deleted, 4 skipped because \
        unreadable, 1 page, 0 requests); this source has no more photos
        """
      ),
    ])
  func sentences(counts: [Int], total: Int, sentence: String) {
    var summary = RefreshSummary()
    summary.photos.new = counts[0]
    summary.photos.changed = counts[1]
    summary.photos.unchanged = counts[2]
    summary.photos.deleted = counts[3]
    summary.photos.unreadable = counts[4]
    summary.pages = counts[5]
    summary.requests = counts[6]
    summary.total = total
    #expect(RefreshPresentation.sentence(for: summary) == sentence)
  }

  @Test("The welcome names the keys that the user has")
  func welcome() {
    var summary = RefreshSummary()
    summary.total = 110
    #expect(
      RefreshPresentation.welcome(for: summary, help: "F2", source: ":source")
        == "This is the sample roll: 110 photos. F2 shows the keys, :source other sources.")
  }

  @Test("An album whose description could not be fetched is reported, with the reason")
  func album() {
    var summary = RefreshSummary()
    summary.albumFailure = "Photoset not found."
    let clause = "; the album itself could not be fetched: Photoset not found"
    #expect(RefreshPresentation.sentence(for: summary).hasSuffix("this source has no more photos" + clause))
    #expect(RefreshPresentation.notice(for: summary).hasSuffix(clause))
    summary.photos.new = 1
    #expect(RefreshPresentation.notice(for: summary) == "1 new photo" + clause)
  }

  @Test(
    "The sentence reports why the refresh ended",
    arguments: zip(
      RefreshEnd.allCases.filter { ![.canceled, .failed, .folderRead].contains($0) },
      [
        "this source has no more photos", "the last page was empty", "Flickr returns no more of this list",
        "the rest is already in the library", "stopped after the requested number of pages",
        "stopped after the requested number of new photos",
      ]))
  func ends(end: RefreshEnd, words: String) {
    var summary = RefreshSummary()
    summary.end = end
    #expect(RefreshPresentation.sentence(for: summary).hasSuffix("(0 pages, 0 requests); " + words))
  }

  @Test("A refresh of a folder says what is missing, and which kinds of files are left out")
  func folder() {
    var summary = RefreshSummary()
    summary.end = .folderRead
    summary.photos.unchanged = 3
    summary.total = 3
    #expect(RefreshPresentation.notice(for: summary) == "Up to date")
    #expect(
      RefreshPresentation.sentence(for: summary)
        == "Nothing new; the library has 3 photos (3 unchanged); the whole folder was read")
    summary.gone = 2
    summary.otherKinds = ["tif": 1, "crw": 4]
    #expect(
      RefreshPresentation.notice(for: summary)
        == "2 missing files; 5 files of kinds that are not shown yet (CRW, TIF)")
    #expect(
      RefreshPresentation.sentence(for: summary).hasSuffix(
        "(2 missing files); the whole folder was read; 5 files of kinds that are not shown yet (CRW, TIF)"))
    summary.missingPackages = ["libraw20": 12, "libheif1": 1]
    #expect(
      RefreshPresentation.notice(for: summary).hasSuffix(
        "; to show 1 file, install libheif1; to show 12 files, install libraw20"))
    (summary.gone, summary.otherKinds) = (0, [:])
    #expect(
      RefreshPresentation.notice(for: summary)
        == "Up to date; to show 1 file, install libheif1; to show 12 files, install libraw20")
  }

  @Test("A refresh of a folder names the files that cannot be read")
  func unreadableFiles() {
    var summary = RefreshSummary()
    summary.end = .folderRead
    summary.addUnreadable([.init(path: "/p/a.jpg", reason: "it is not a picture")])
    #expect(RefreshPresentation.notice(for: summary) == "Up to date; cannot read a.jpg: it is not a picture")
    #expect(
      RefreshPresentation.unreadableFiles(of: summary) == ["Cannot read /p/a.jpg: it is not a picture."])
    summary.photos.new = 1
    summary.addUnreadable([
      .init(path: "/p/b.jpg", reason: "no permission"), .init(path: "/p/c", reason: "no"),
    ])
    #expect(RefreshPresentation.notice(for: summary) == "1 new photo; cannot read 3 files (a.jpg, b.jpg, …)")
    #expect(RefreshPresentation.unreadableFiles(of: summary, limit: 1).last == "2 more files cannot be read.")
    summary.addUnreadable(sidecars: [.init(path: "/p/d.xmp", reason: "it is not well-formed XML")])
    #expect(RefreshPresentation.unreadableFiles(of: summary, limit: 1).last == "3 more files cannot be read.")
    #expect(
      RefreshPresentation.sentence(for: summary).contains(
        "(3 skipped because unreadable, 1 unreadable sidecar)"))
  }

  @Test("All files that cannot be read are counted, also those that the summary does not name")
  func manyUnreadableFiles() {
    var summary = RefreshSummary()
    summary.end = .folderRead
    summary.addUnreadable((0..<1_500).map { .init(path: "/p/\($0).jpg", reason: "it is not a picture") })
    summary.addUnreadable(sidecars: [.init(path: "/p/0.xmp", reason: "it is not well-formed XML")])
    #expect(summary.unreadableFiles.count < 1_500)
    #expect(
      RefreshPresentation.notice(for: summary) == "Up to date; cannot read 1501 files (0.jpg, 1.jpg, …)")
    #expect(
      RefreshPresentation.unreadableFiles(of: summary, limit: 2).last == "1499 more files cannot be read.")
  }

  @Test(
    "The notice on the screen is short",
    arguments: [
      (110, 0, RefreshEnd.pageLimit, "110 new photos"), (1, 2, .everythingRead, "1 new photo, 2 changed"),
      (0, 1, .everythingRead, "1 changed photo"), (0, 0, .nothingNew, "Up to date"),
      (0, 0, .everythingRead, "Nothing new: this source has no more photos"),
      (0, 0, .canceled, "Refresh canceled, nothing added"),
    ])
  func notices(new: Int, changed: Int, end: RefreshEnd, notice: String) {
    var summary = RefreshSummary()
    summary.photos.new = new
    summary.photos.changed = changed
    summary.end = end
    #expect(RefreshPresentation.notice(for: summary) == notice)
  }

  @Test(
    "The progress is a phrase, and a shorter one for a narrow line",
    arguments: [
      (RefreshProgress.fetching(page: 2, received: 0, expected: 9), "Waiting for page 2 …", "Page 2 …"),
      (.fetching(page: 2, received: 1, expected: nil), "Fetching page 2: 1 KB", "Page 2: 1 KB"),
      (.fetching(page: 2, received: 1_001, expected: 3_000), "Fetching page 2: 2 of 3 KB", "Page 2: 2 KB"),
      (.fetching(page: 2, received: 4_000, expected: 3_000), "Fetching page 2: 4 of 4 KB", "Page 2: 4 KB"),
      (
        .waiting(page: 2, why: "waits for its turn:", seconds: 3), "Page 2 waits for its turn: 3 s",
        "Page 2 waits 3 s"
      ),
      (.saving(page: 2, photos: 1), "Saving page 2: 1 photo", "Saving page 2"),
    ])
  func progress(progress: RefreshProgress, phrase: String, short: String) {
    #expect(RefreshPresentation.phrase(for: progress) == phrase)
    #expect(RefreshPresentation.shortPhrase(for: progress) == short)
  }

  @Test("An incomplete refresh reports what it did before it ended")
  func unfinished() {
    var summary = RefreshSummary()
    summary.photos.new = 20
    summary.pages = 1
    summary.requests = 2
    summary.total = 30
    let figures = "20 new photos, 0 changed, 0 unchanged; the library has 30 photos (1 page, 2 requests)"
    summary.end = .failed
    let failure = RefreshFailure(summary: summary, cause: CancellationError())
    #expect(
      RefreshPresentation.sentence(for: failure, reason: "Oh no.")
        == "Oh no; 20 new photos (1 page, 2 requests).")
    #expect(RefreshPresentation.notice(for: failure, reason: "Oh no.") == "Oh no; 20 new photos")
    summary.end = .canceled
    let canceled = RefreshFailure(summary: summary, cause: CancellationError())
    #expect(
      RefreshPresentation.sentence(for: canceled, reason: "x") == "Refresh canceled: \(figures)")
    #expect(RefreshPresentation.notice(for: canceled, reason: "x") == "Refresh canceled, 20 new photos")
  }
}
