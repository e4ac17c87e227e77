import PhotoLibrary
import Presentation
import TerminalUI

/// The tags of several photos: which they have, and other names for them.
extension Browser {
  /// The highest number of photos whose tags are counted before they are tagged.
  private static let countedPhotos = 2_000

  /// The tags of the photos that would be tagged: those on all of them, and those on some with their numbers.
  var tagFacts: String? {
    let photos = showsPhoto || lists.photos.selection.isEmpty ? lists.photos.photos(fromCursor: 1) : nil
    guard photos != nil || lists.photos.selection.count <= Self.countedPhotos else { return nil }
    return TagPresentation.sentence(aboutTagsOf: photos ?? lists.photos.selected)
  }

  /// Replaces a tag by another one, on the selected photos, else on all photos of the library.
  ///
  /// - Parameter text: The two tags, with a blank between them.
  /// - Throws: ``CommandLineError`` if there are not two tags in the text.
  func renameTag(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 else {
      throw CommandLineError.unavailable(reason: "Type the tag and its new name: :tag-rename harbour harbor")
    }
    let selected = lists.photos.selection.isEmpty ? nil : Set(lists.photos.selected.map(\.flickrID))
    // Keys wait: the tags of a photo that is edited meanwhile would be replaced by those that it had before.
    let number = session.renaming.begin()
    startChange("renaming the tag \(words[0])") { [self] in
      let renaming = try await library.renameTag(words[0], to: words[1], among: selected)
      let sentence = TagPresentation.sentence(
        about: renaming, from: words[0], to: words[1], amongSelected: selected != nil)
      guard renaming.photos > 0 else { return toasts.show(Toast(.info, sentence)) }
      lists.trail.places.append(place)
      toasts.show(Toast(.info, sentence, hint: hint(.undo, "undo")))
    } then: { [renaming = session.renaming] in
      renaming.end(number)
    }
  }
}
