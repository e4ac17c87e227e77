import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("A page of known photos")
@MainActor
struct KnownPageTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test("makes no objects, and writes nothing")
  func noObjects() async throws {
    let records = (0..<20).map { PhotoRecord.full("\($0)") }
    let worker = try library.makeBackgroundContext()
    _ = try await worker.perform {
      try PhotoImporter(context: $0, source: "sample").run(PhotoPage(records: records))
    }
    try await worker.save()
    let again = try library.makeBackgroundContext()
    let (summary, objects) = try await again.perform { context in
      let summary = try PhotoImporter(context: context, source: "sample").run(PhotoPage(records: records))
      return (summary, context.registeredObjects.count)
    }
    #expect(summary.unchanged == 20 && summary.new + summary.changed == 0)
    #expect(objects == 0)
    #expect(await again.perform { !$0.hasChanges })
  }

  @Test("makes objects of the photos and photographers that changed only")
  func someObjects() async throws {
    var records = (0..<20).map { PhotoRecord.full("\($0)") }
    try await library.importPhotos(records)
    records[3].views = 1_234_567
    records[5].ownerID = "another@N00"
    let changed = records
    let worker = try library.makeBackgroundContext()
    let (summary, ids) = try await worker.perform { context in
      let summary = try PhotoImporter(context: context).run(PhotoPage(records: changed))
      return (summary, Set(context.registeredObjects.compactMap { ($0 as? Photo)?.flickrID }))
    }
    #expect(summary.changed == 2 && summary.unchanged == 18)
    #expect(ids == ["3", "5"])
    try await worker.save()
    #expect(try library.photo("3").views == 1_234_567)
    #expect(try library.photo("5").photographer?.ownerID == "another@N00")
  }

  @Test("in a library of version 1, which stores texts twice and whole URLs, writes nothing")
  func earlierVersion() async throws {
    let record = PhotoRecord.full("1")
    try await library.importPhotos([record])
    let photo = try library.photo("1")
    photo.otherTitle = photo.rawTitle
    photo.otherDescription = photo.rawDescription
    (photo.isTitleRaw, photo.isSubtitleRaw) = (false, false)
    photo.renditionText = record.renditions.map {
      "\($0.suffix) \($0.width ?? 0) \($0.height ?? 0) \($0.url)"
    }.joined(separator: "\n")
    try library.context.save()
    #expect(photo.record.renditions == record.renditions && photo.rawTitle == record.title)
    let before = try await library.values()
    let summary = try await library.importPhotos([record])
    #expect(summary.unchanged == 1 && summary.changed == 0)
    #expect(try await library.values() == before)
  }

  @Test("A photographer of version 1, whose sort key ends with the name, has namesakes among new ones")
  func earlierNamesake() async throws {
    var records = [PhotoRecord.full("1"), PhotoRecord.full("2")]
    for index in records.indices {
      (records[index].ownerID, records[index].ownerName) = ("\(index)@N00", "Ann Lee")
    }
    try await library.importPhotos([records[0]])
    let known = try #require(try library.photographers().first)
    known.sortName += "\0" + known.name
    try library.context.save()
    try await library.importPhotos([records[1]])
    #expect(try library.photographers().map { $0.distinction != nil } == [true, true])
  }

  @Test("keeps the state of pictures that are gone, which version 1 recorded")
  func gonePictures() async throws {
    let record = PhotoRecord.full("1")
    try await library.importPhotos([record])
    let photo = try library.photo("1")
    // What version 1 wrote for these images.
    let lines = record.renditions.map { "\($0.suffix) \($0.width ?? 0) \($0.height ?? 0) \($0.url)" }
    let hash = lines.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    photo.goneFingerprint = Int(truncatingIfNeeded: hash)
    photo.pictureGoneSince = Date(timeIntervalSince1970: 1_700_000_061)
    try library.context.save()
    try await library.importPhotos([record])
    #expect(try library.photo("1").isPictureGone)
  }

  @Test("of texts that are displayed as received stores each once")
  func textsOnce() async throws {
    var plain = PhotoRecord("1", "Sea")
    plain.description = "Waves"
    var marked = PhotoRecord("2", " Sea ")
    marked.description = "<b>Waves</b>"
    try await library.importPhotos([plain, marked, PhotoRecord("3", nil)])
    let photos = try library.photos()
    #expect(photos.map(\.otherTitle) == [nil, " Sea ", nil])
    #expect(photos.map(\.otherDescription) == [nil, "<b>Waves</b>", nil])
    #expect(photos.map(\.rawTitle) == ["Sea", " Sea ", nil])
    #expect(photos.map(\.rawDescription) == ["Waves", "<b>Waves</b>", nil])
    plain.title = " Sea "
    plain.description = nil
    try await library.importPhotos([plain])
    let photo = try library.photo("1")
    #expect(photo.rawTitle == " Sea " && photo.title == "Sea" && photo.rawDescription == "Waves")
  }
}
