import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Testing
import Transfer

/// Answers of Flickr's that somebody recorded: they belong to others and are no part of the sources.
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
    let mentioned = try Set(
      String(contentsOf: file, encoding: .utf8).matches(of: /"id": ?"?\d+/).map { $0.output }
    ).count
    do {
      let summary = try await library.refresh(source, with: client)
      #expect(summary.pages == 1 && summary.photos.skipped == 0 && summary.photos.changed == 0)
      #expect(summary.total == summary.photos.new && summary.total <= mentioned)
      #expect(try library.photos().allSatisfy { !$0.title.isEmpty && !$0.sortTitle.isEmpty })
      #expect(try await library.refresh(source, with: client).photos.unchanged == summary.total)
      // Answers whose names say how many photos they hold.
      if let count = file.deletingPathExtension().lastPathComponent.firstMatch(
        of: /(?:search|getrecent|feed|getphotos).*-(\d+)(-[ab])?$/)
      {
        #expect(Int(count.output.1) == summary.total)
      }
    } catch let error as FlickrError {
      #expect(error.description.hasSuffix(".") && !error.description.contains { $0.isNewline })
      #expect(try library.photos().isEmpty)
    }
    #expect(try await library.isSound())
  }
}
