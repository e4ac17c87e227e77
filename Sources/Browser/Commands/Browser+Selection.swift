import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

/// Selecting photos, and what can be done with one or several of them.
extension Browser {
  /// The highest number of pages that are opened at once.
  private static let pageLimit = 10

  /// Returns the photos that a command acts on: the one shown alone, the selected ones, or `count` from the
  /// cursor on.
  ///
  /// Returns `nil`, after a message to the user, if a count and a selection contradict each other.
  func targets(_ count: Int?) -> [Photo]? { targetIDs(count).map(lists.photos.ordered) }

  /// The photo that a command of one photo acts on: in a comparison the one with the focus, else the one under the cursor.
  var currentID: ManagedObjectID? { compare?.focused ?? lists.photos.list.selectedID }

  /// The photo of ``currentID``.
  var current: Photo? { currentID.flatMap { library.context.object(with: $0) as? Photo } }

  /// Returns the identities of the photos that ``targets(_:)`` returns, for a command that acts on them later: the cursor may
  /// be on another photo then.
  func targetIDs(_ count: Int?) -> Set<ManagedObjectID>? {
    if let compare {
      guard count != nil else { return [compare.focused] }
      toasts.show(Toast(.info, "A number has no meaning while photos are compared"))
      return nil
    }
    if showsPhoto || lists.photos.selection.isEmpty {
      return Set(lists.photos.photos(fromCursor: count ?? 1).map(\.objectID))
    }
    guard count == nil else {
      let selected = Words.count(lists.photos.selection.count, "photo")
      toasts.show(
        Toast(
          .info, "A number has no meaning while \(selected) are selected", hint: hint(.escape, "ends that")))
      return nil
    }
    return lists.photos.selection.ids
  }

  /// Returns those of photos that were chosen before that are not deleted; with `nil`, those that a command acts on now.
  ///
  /// Returns `nil`, after a message to the user, if there are none.
  func targets(chosen ids: Set<ManagedObjectID>?) -> [Photo]? {
    guard let ids else { return targets(nil).flatMap { $0.isEmpty ? nil : $0 } }
    let photos = library.living(lists.photos.ordered(ids))
    if !photos.isEmpty { return photos }
    toasts.show(Toast(.info, Self.deletedMeanwhile(ids.count)))
    return nil
  }

  /// The message about photos that are not there any more.
  static func deletedMeanwhile(_ count: Int) -> String {
    "\(count == 1 ? "The photo was" : "The photos were") deleted meanwhile"
  }

  /// Reads photos that were chosen before, all of them together, and then uses what was read.
  ///
  /// If the library is on another machine, keys wait for the reading, and `read` may be called several times.
  ///
  /// - Parameters:
  ///   - ids: The photos; those that were deleted are left out.
  ///   - read: Returns what is needed of the photos, in the order of the list, and changes nothing.
  ///   - use: Uses it.
  /// - Throws: The errors of both, if the library is on this machine; otherwise they become messages.
  func reading<Value>(
    _ ids: Set<ManagedObjectID>, _ read: @escaping ([Photo]) throws -> Value,
    then use: @escaping (Value) throws -> Void
  ) throws {
    try whenAtHand { [self] in
      let value = try read(library.living(lists.photos.ordered(ids)))
      try library.context.requireAtHand()
      try use(value)
    }
  }

  /// Ends the selection, and says so.
  func endSelection() {
    let count = lists.photos.selection.count
    lists.photos.selection.removeAll()
    toasts.show(Toast(.info, "\(Words.count(count, "photo")) no longer selected"))
  }

  /// Opens the pages of photos in the web browser.
  func openPages(_ count: Int?) { readPages(count) { [self] in open($0, without: $1) } }

  private func open(_ pages: [String], without missing: Int) {
    guard pages.count <= Self.pageLimit else {
      let text = "\(key(.openPage)) opens at most \(Self.pageLimit) pages at once, not \(pages.count)"
      return toasts.show(Toast(.info, text, hint: hint(.copyLink, "copies the links")))
    }
    attempt {
      for page in pages { try WebBrowser.open(page) }
      let what = pages.count == 1 ? pages[0] : "\(pages.count) pages"
      toasts.show(Toast(.info, "Opening \(what)\(withoutPage(missing))"))
    }
  }

  /// Copies the links to the pages of photos, one a line.
  func copyLinks(_ count: Int?) {
    readPages(count) { [self] pages, missing in
      let what = pages.count == 1 ? pages[0] : "\(pages.count) links"
      attempt {
        let outcome = try surface.copy(lines: pages)
        let text =
          switch outcome {
          case .copied: "Copied \(what)\(withoutPage(missing))"
          case .sent: "Sent \(what) to the clipboard of the terminal\(withoutPage(missing))"
          case .printed: "\(Words.count(pages.count, "link"))\(withoutPage(missing))"
          case .tooLong: "\(what) are too much for the clipboard: select fewer photos"
          }
        toasts.show(Toast(.info, text))
      }
    }
  }

  /// Reads the addresses of the pages of photos, and uses them with the number of photos that have none.
  ///
  /// If no photo has a page, a message says so.
  private func readPages(_ count: Int?, then use: @escaping (_ pages: [String], _ missing: Int) -> Void) {
    guard let ids = targetIDs(count) else { return }
    attempt {
      try reading(ids) {
        $0.map(\.pageURL)
      } then: { [self] found in
        let pages = found.compactMap(\.self)
        if pages.isEmpty {
          toasts.show(Toast(.info, found.count == 1 ? "The photo has no page" : "The photos have no pages"))
        } else {
          use(pages, found.count - pages.count)
        }
      }
    }
  }

  /// The end of a message about the pages of photos, of which some may have none.
  private func withoutPage(_ count: Int) -> String {
    count == 0 ? "" : "; \(Words.count(count, "photo")) without a page"
  }

  // MARK: Writing pictures

  /// Asks where to write pictures.
  func askForFolder(_ count: Int?) {
    if let targets = targets(count), !targets.isEmpty { ask(ExportPrompt(self, photos: targets)) }
  }

  /// Writes the pictures of photos to a folder.
  ///
  /// - Throws: The errors of ``reading(_:_:then:)``.
  func export(_ photos: [ManagedObjectID], to folder: String) throws {
    try reading(Set(photos)) { [fetcher = pictures.fetcher] photos in
      photos.map {
        PictureExport(
          fetcher: fetcher, subject: $0.pictureSubject, title: $0.title,
          credits: PhotoPresentation.credits(of: $0))
      }
    } then: { [self] in
      export($0, to: folder)
    }
  }

  private func export(_ exports: [PictureExport], to folder: String) {
    guard !exports.isEmpty else {
      return toasts.show(Toast(.error, "Nothing written: the photo was deleted meanwhile"))
    }
    if case .disabled(let reason) = canWriteFiles { return toasts.show(Toast(.info, reason)) }
    export.start(exports.count) {
      try await exports[$0].write(to: folder)
    } completion: { [weak self] outcome in
      self?.toasts.showInTurn(
        ExportPresentation.message(for: outcome, of: exports.count, folder: folder),
        details: ExportPresentation.details(of: outcome))
    }
  }
}
