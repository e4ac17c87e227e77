import Foundation

/// The values that the user gave to a photo, in addition to the received ones or instead of them.
///
/// A photo stores them in attributes that no import changes. A merge of an import with an edit therefore keeps the
/// edit, and the next import shows it again if the merge did not. A ``DeletedPhoto`` stores them as JSON: a value that
/// an earlier version did not write is `nil`.
struct OwnValues: Hashable, Codable, Sendable {
  /// The title that replaces the received one.
  var title: String?
  /// The description that replaces the received one.
  var description: String?
  /// The tags that were not received, separated by blanks.
  var addedTags: String?
  /// The received tags that are not shown, separated by blanks.
  var removedTags: String?
  /// The quarters by which the photo is turned clockwise; `nil` if it is not turned.
  var turns: Int?

  /// The marks that the user made; `nil` if there are none, or if they came from a file.
  var marks: PhotoMarks?

  /// A Boolean value that indicates whether the user gave no values to the photo.
  var isEmpty: Bool { self == OwnValues() }

  /// Returns whether all values are the same, texts byte for byte.
  func isExactly(_ other: Self) -> Bool {
    self == other && title.isExactly(other.title) && description.isExactly(other.description)
      && addedTags.isExactly(other.addedTags) && removedTags.isExactly(other.removedTags)
  }

  /// The title for lists, in one line; `nil` if the user gave none.
  var shownTitle: String? { title.map(Self.line) }

  /// The description for lists, in one line; `nil` if the user gave none.
  var shownDescription: String? { description.map(Self.line) }

  /// Returns a text without white space at its ends; `nil` if nothing of it is left.
  static func text(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  /// Returns a text with each run of white space replaced by one blank.
  static func line(_ text: String) -> String {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }
      .joined(separator: " ")
  }

  /// A Boolean value that indicates whether the tags differ from the received ones.
  var changesTags: Bool { addedTags != nil || removedTags != nil }

  /// Returns the tags to show: the received ones without the removed ones, and the added ones.
  func tags(of received: String?) -> String? {
    guard changesTags else { return received }
    let removed = TagList(removedTags)
    var tags = TagList(TagList(received).tags.filter { !removed.contains($0) })
    for tag in TagList(addedTags).tags { tags.add(tag) }
    return tags.text
  }

  /// Adds and removes tags of a photo; a tag that is in both lists is removed.
  ///
  /// A received tag that is removed and added again leaves no trace.
  mutating func editTags(of received: String?, adding: TagList, removing: TagList) {
    let known = TagList(received)
    var (added, removed) = (TagList(addedTags), TagList(removedTags))
    for tag in adding.tags {
      removed.delete(tag)
      if !known.contains(tag) { added.add(tag) }
    }
    for tag in removing.tags {
      added.delete(tag)
      if known.contains(tag) { removed.add(tag) }
    }
    (addedTags, removedTags) = (added.text, removed.text)
  }

  /// Removes tags of a photo and then adds others, which may be another spelling of the removed ones.
  mutating func replaceTags(of received: String?, removing: TagList, adding: TagList) {
    let known = TagList(received)
    var (added, removed) = (TagList(addedTags), TagList(removedTags))
    for tag in removing.tags {
      added.delete(tag)
      if known.contains(tag) { removed.add(tag) }
    }
    for tag in adding.tags {
      if known.tags.contains(where: tag.isExactly) || known.contains(tag) && !removing.contains(tag) {
        removed.delete(tag)
      } else {
        added.add(tag)
      }
    }
    (addedTags, removedTags) = (added.text, removed.text)
  }
}
