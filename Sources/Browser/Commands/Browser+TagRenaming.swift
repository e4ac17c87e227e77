import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Other names for tags.
extension Browser {
  /// Replaces a tag by another one, on the selected photos, else on all photos of the library.
  ///
  /// - Parameter text: The two tags, with a blank between them.
  /// - Throws: ``CommandLineError`` if there are not two tags in the text.
  func renameTag(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 else {
      throw CommandLineError.unavailable(reason: "Type the tag and its new name: :tag-rename harbour harbor")
    }
    let chosen = lists.photos.selection.isEmpty ? nil : lists.photos.selected
    // Keys wait: the tags of a photo that is edited meanwhile would be replaced by those that it had before.
    let number = session.renaming.begin()
    startChange("renaming the tag \(words[0])") { [self] in
      let selected = try await library.context.whenAtHand { [library] in
        chosen.map { Set(library.living($0).map(\.flickrID)) }
      }
      let renaming = try await library.renameTag(words[0], to: words[1], among: selected)
      let sentence = TagPresentation.sentence(
        about: renaming, from: words[0], to: words[1], amongSelected: selected != nil)
      guard renaming.photos > 0 else { return toasts.show(Toast(.info, sentence)) }
      recordChange(from: place)
      toasts.show(Toast(.info, sentence, hint: hint(.undo, "undo")))
    } then: { [renaming = session.renaming] in
      renaming.end(number)
    }
  }
}
