import Foundation
import PhotoLibrary
import PictureFetching
import Presentation
import TerminalPictures
import TerminalUI

/// Writing a contact sheet as a page.
extension Browser {
  /// The most photos of a page: it holds their pictures, and a web browser must be able to show it.
  private static let mostOfPage = 1_000

  /// Writes the selected photos, or those of the list, to a page.
  ///
  /// A file that is there already is never overwritten.
  ///
  /// - Throws: ``CommandLineError``.
  func writePage(to name: String) throws {
    let path = UserPath.expanded(name.trimmingCharacters(in: .whitespaces))
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandLineError.unavailable(reason: "\(path) is there already")
    }
    try Self.requireFolder(ofFile: path)
    let photos =
      lists.photos.selection.isEmpty ? lists.photos.all(upTo: Self.mostOfPage + 1) : lists.photos.selected
    guard photos.count <= Self.mostOfPage else {
      throw CommandLineError.unavailable(
        reason: "A page has at most \(Self.mostOfPage) photos: filter or select some")
    }
    guard !photos.isEmpty else { throw CommandLineError.unavailable(reason: "There is no photo here") }
    write(photos, toPage: path)
  }

  /// Checks that the folder of a file exists and can be written to, before any picture is fetched.
  private static func requireFolder(ofFile path: String) throws(CommandLineError) {
    let folder = NSString(string: path).deletingLastPathComponent
    do throws(ExportFolder.Problem) {
      _ = try ExportFolder(name: folder.isEmpty ? "." : folder).existingPath()
    } catch {
      // The question whether to make it belongs to the prompt of `w`.
      if case .missing(let name) = error { throw .unavailable(reason: "There is no folder “\(name)”") }
      throw .unavailable(reason: error.description)
    }
  }

  private func write(_ photos: [Photo], toPage path: String) {
    let pictures = photos.map { ($0.pictureSubject, $0.turns) }
    var page = ContactSheetPage(title: lists.title, entries: photos.map(ContactSheetPage.Entry.init))
    let fetcher = self.pictures.fetcher
    export.start(photos.count) { number in
      let (subject, turns) = pictures[number]
      let picture = try await ContactSheetPage.picture(of: subject, turns: turns, from: fetcher)
      (page.entries[number].picture, page.entries[number].format) = (picture.bytes, picture.format)
      return nil
    } completion: { [weak self] outcome in
      guard !outcome.isCancelled else {
        self?.toasts.showInTurn(Toast(.info, "Canceled: no page was written"))
        return
      }
      let missing = outcome.failures.isEmpty ? "" : ", \(outcome.failures.count) without a picture"
      do {
        try await page.write(to: path)
        self?.toasts.showInTurn(
          Toast(.info, "\(Words.count(photos.count, "photo")) written to \(path)\(missing)"))
      } catch {
        self?.toasts.showInTurn(Toast(.error, "\(error)"))
      }
    }
  }
}

extension ContactSheetPage.Entry {
  fileprivate init(_ photo: Photo) {
    self.init(
      title: photo.title, credit: PhotoPresentation.credit(of: photo), page: photo.pageURL, shape: photo.shape
    )
  }
}

nonisolated extension ContactSheetPage {
  /// Fetches a picture, and turns it as it is shown.
  @concurrent
  fileprivate static func picture(
    of subject: PictureSubject, turns: Int, from fetcher: PictureFetcher
  ) async throws -> (bytes: [UInt8], format: String) {
    let file = try await fetcher.picture(of: subject, longerSide: longerSide, isPatient: false)
    // Web browsers show no HEIC.
    guard turns == 0, !["heic", "avif"].contains(file.fileExtension) else {
      return (try await PictureMaker.turnedJPEG(file.bytes, turns: turns, longerSide: longerSide), "jpeg")
    }
    return (file.bytes, file.fileExtension == "png" ? "png" : "jpeg")
  }

  /// Writes the page to a new file.
  @concurrent
  fileprivate func write(to path: String) async throws {
    try NewFile.make(URL(filePath: path)) { try $0.write(contentsOf: Data(html.utf8)) }
  }
}
