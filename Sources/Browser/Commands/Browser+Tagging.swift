import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Tags of the user.
extension Browser {
  /// Asks for the tags of photos.
  func askForTags() {
    guard let photos = targetIDs(nil) else { return }
    // The tags of many photos are not counted.
    guard photos.count <= TagPrompt.countedPhotos else {
      return ask(TagPrompt(self, photos: photos, facts: nil))
    }
    attempt {
      try reading(photos) {
        TagPresentation.sentence(aboutTagsOf: $0)
      } then: { [self] in
        ask(TagPrompt(self, photos: photos, facts: $0))
      }
    }
  }

  /// Adds tags to photos and removes others: to photos that were chosen before; otherwise to the photo that is seen alone, or
  /// to those that are selected, else to the one under the cursor.
  ///
  /// - Parameters:
  ///   - text: The tags, separated by blanks, or by a comma and a blank; those with a minus sign are removed, and a plus
  ///     sign may stand before the others.
  ///   - photos: The photos, if they were chosen before.
  /// - Throws: ``CommandLineError`` if there is no tag in the text.
  func tag(_ text: String, on photos: Set<ManagedObjectID>? = nil) throws {
    // Other programs separate tags by commas, too.
    let words = text.split(separator: " ").map { String($0.reversed().drop { $0 == "," }.reversed()) }
    let removed = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }.filter { !$0.isEmpty }
    let added = words.filter { !$0.hasPrefix("-") }.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 }
      .filter { !$0.isEmpty }
    guard !added.isEmpty || !removed.isEmpty else {
      throw CommandLineError.unavailable(reason: "Type tags: harbor boat -sea")
    }
    guard let targets = targets(chosen: photos) else { return }
    let what = PhotoLibrary.words(for: targets)
    try change("tagging \(what)") { [self] in
      let before = PhotoTags.counts(of: added + removed, in: targets)
      let change = try changing { try library.tag(targets, adding: added, removing: removed) }
      guard change.isUndoable else {
        return toasts.show(Toast(.info, "The tags of \(what) are so already"))
      }
      let parts =
        added.map { "+\($0)" + formerPlaces(before[$0], of: targets.count) }
        + removed.map { "-\($0)" + formerPlaces(before[$0], of: targets.count) }
      toasts.show(
        Toast(.info, "Tagged \(what): \(parts.joined(separator: " "))", hint: hint(.undo, "undo")))
    }
  }

  /// Returns where a tag was before, if that differs among the photos.
  private func formerPlaces(_ count: Int?, of total: Int) -> String {
    guard let count, count > 0, count < total else { return "" }
    return " (was on \(count) of \(total))"
  }
}
