import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Testing
import Transfer

/// Recorded responses of Flickr: their content belongs to others and is no part of the sources.
private let recordings: [URL] = {
  guard let folder = ProcessInfo.processInfo.environment["RECORDINGS"] else { return [] }
  let files = try? FileManager.default.contentsOfDirectory(
    at: URL(fileURLWithPath: folder, isDirectory: true), includingPropertiesForKeys: nil)
  return (files ?? []).filter { ["json", "txt"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
}()

@MainActor
@Suite("A recorded answer")
struct RecordingsTests {
  @Test(
    "is imported or refused with a sentence",
    .enabled(if: !recordings.isEmpty, "RECORDINGS names no folder with recorded answers"),
    arguments: recordings)
  func isImportedOrRefused(_ file: URL) async throws {
    let library = try TestLibrary()
    let client = FlickrClient(transfer: TransferClient(), retry: .never)
    let source = PhotoSource.address(TransferURL(file.absoluteString))
    // What each file holds, and which are refused, is looked at where answers are decoded.
    guard let page = try? PhotoPageDecoder.decode(Array(Data(contentsOf: file))) else {
      let error = try await #require(throws: FlickrError.self) {
        try await library.refresh(source, with: client)
      }
      #expect(error.description.last.map { ".?".contains($0) } == true)
      #expect(!error.description.contains { $0.isNewline })
      #expect(try library.photos().isEmpty)
      return
    }
    let ids = Set(page.records.map(\.id))
    let first = try await library.refresh(source, with: client)
    #expect(first.photos.new == ids.count && first.total == ids.count)
    #expect(first.photos.changed == 0 && first.photos.skipped == 0)
    let photos = try library.photos()
    #expect(Set(photos.map(\.flickrID)) == ids)
    #expect(photos.allSatisfy { !$0.title.isEmpty && !$0.sortTitle.isEmpty })
    let rows = try await library.importedRows()
    let again = try await library.refresh(source, with: client)
    #expect(again.photos.unchanged == page.records.count && again.broughtNothing)
    #expect(try await library.importedRows() == rows)
    #expect(try await library.isSound())
  }
}
