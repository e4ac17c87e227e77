import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Flags, stars and color labels.
extension Browser {
  /// Marks photos as a word says: those that were chosen before, or those of ``mark(_:on:)``.
  ///
  /// - Throws: ``CommandLineError`` if no mark has a name that begins so, or several.
  func mark(named text: String, on photos: Set<ManagedObjectID>? = nil) throws {
    let word = text.trimmingCharacters(in: .whitespaces).lowercased()
    let change = try MarkChange(word) ?? MarkChange.all.element(typedAs: word, name: \.word).change
    mark(change, on: photos)
  }

  /// Asks for the mark of photos.
  func askForMark() {
    if let photos = targetIDs(nil) { ask(MarkPrompt(self, photos: photos)) }
  }

  /// Marks photos that were chosen before; otherwise the photo that is seen alone, or those that are selected, else the one
  /// under the cursor.
  ///
  /// A label that all of them have is removed. Where photos are judged, the next one follows.
  func mark(_ change: MarkChange, on photos: Set<ManagedObjectID>? = nil) {
    guard let targets = targets(chosen: photos), let first = targets.first else { return }
    let name = change.name(of: PhotoLibrary.words(for: targets))
    guard let cull = photo.cull, showsPhoto else {
      return attemptChange(name) { [self] in
        let change = toggled(change, of: targets)
        let isUndoable = try changeMarks(
          [(targets, change)], name: change.name(of: PhotoLibrary.words(for: targets)))
        toasts.show(
          Toast(.info, message(for: change, of: targets), hint: isUndoable ? hint(.undo, "undo") : nil))
      }
    }
    attemptChange(name) { [self] in
      let change = toggled(change, of: targets)
      try changeMarks([(targets, change)], name: change.name(of: PhotoLibrary.words(for: targets)))
      cull.latest = change
      if cull.advances, compare == nil { advance(from: first.objectID) }
    }
  }

  /// Marks photos in one undoable change.
  ///
  /// - Returns: `false` if they have these marks already, so that there is nothing to undo.
  @discardableResult
  func changeMarks(_ changes: [(photos: [Photo], change: MarkChange)], name: String) throws -> Bool {
    // The date of the marks would be a change.
    guard changes.contains(where: { part in part.photos.contains { $0.changes(by: part.change) } }) else {
      return false
    }
    let change = { [self] in awaitCommit(of: try library.mark(changes, name: name)) }
    return try changing {
      if let cull = photo.cull { try cull.marking(changes.flatMap(\.photos), change) } else { try change() }
    }.isUndoable
  }

  /// Has the next key wait for the commit of a mark, so that a program that is killed loses no more than the last mark.
  ///
  /// A library that another program has locked does not hold the keys for long.
  private func awaitCommit(of mark: PendingSave) {
    surface.holdInput(atMost: .milliseconds(250)) { try? await mark.committed() }
  }

  private func toggled(_ change: MarkChange, of photos: [Photo]) -> MarkChange {
    guard case .label(let label) = change, photos.allSatisfy({ $0.marks.label == label }) else {
      return change
    }
    return .label(.none)
  }

  private func message(for change: MarkChange, of photos: [Photo]) -> String {
    let what = PhotoLibrary.words(for: photos)
    return switch change {
    case .flag(.pick): "Picked \(what)"
    case .flag(.reject): "Rejected \(what)"
    case .flag(.none): "No flag on \(what)"
    case .stars(let stars): "\(Words.count(stars, "star")) for \(what)"
    case .label(.none): "No color label on \(what)"
    case .label(let label): "\(Words.capitalized(label.name)) label on \(what)"
    }
  }

  // MARK: Sidecars

  /// Writes the marks of photos into the XMP files beside their files.
  func writeSidecars() {
    guard let ids = targetIDs(nil) else { return }
    attempt {
      try reading(ids) {
        $0.map(MarkedFile.init)
      } then: { [self] in
        writeSidecars(of: $0)
      }
    }
  }

  private func writeSidecars(of targets: [MarkedFile?]) {
    let files = targets.compactMap(\.self)
    guard !files.isEmpty else {
      let what = targets.count == 1 ? "This photo has" : "These photos have"
      return toasts.show(Toast(.info, "\(what) no file of your own: sidecars are written beside files"))
    }
    if case .disabled(let reason) = canWriteFiles { return toasts.show(Toast(.info, reason)) }
    var sidecars: [WrittenSidecar] = []
    export.start(files.count) { index in
      guard let sidecar = try await Self.write(files[index]) else { return nil }
      sidecars.append(sidecar)
      return sidecar.file
    } completion: { [weak self] outcome in
      do { try await self?.library.recordSidecars(sidecars) } catch {
        self?.toasts.showInTurn(Toast(.error, "\(error)"))
      }
      self?.toasts.showInTurn(
        Self.message(for: outcome, of: files.count, without: targets.count - files.count),
        details: ExportPresentation.details(of: outcome))
    }
  }

  @concurrent
  private nonisolated static func write(_ file: MarkedFile) async throws -> WrittenSidecar? {
    try file.writeSidecar()
  }

  private static func message(for outcome: ExportJob.Outcome, of count: Int, without: Int) -> Toast {
    let written = Words.count(outcome.paths.count, "sidecar")
    let same = outcome.written - outcome.paths.count
    let parts =
      ["\(written) written"] + (same > 0 ? ["\(same) had these marks"] : [])
      + (without > 0 ? ["\(Words.count(without, "photo")) without a file"] : [])
    let text = parts.joined(separator: ", ")
    if let failure = outcome.failures.first {
      return Toast(.error, "\(text), \(outcome.failures.count) not: \(failure)")
    }
    return Toast(.info, outcome.isCancelled ? "Canceled: \(text)" : text)
  }
}
