import Foundation
import ObjectGraph
import PhotoFiles

/// The tags of a photo, as they are stored: separated by blanks, compared by the one rule of ``key(_:)``.
struct TagList: Hashable, Sendable {
  /// The tags, each once, in the order in which they were added.
  private(set) var tags: [String] = []
  /// The keys of the tags.
  private var keys: Set<String> = []

  /// Reads stored tags.
  init(_ text: String?) {
    for tag in Self.words(text ?? "") { add(tag) }
  }

  /// Creates a list of tags; white space in a tag becomes an underscore, because it separates tags.
  init(_ tags: [String]) {
    for tag in tags { add(Self.tag(tag)) }
  }

  /// The tags for storage; `nil` if there are none.
  var text: String? { tags.isEmpty ? nil : tags.joined(separator: " ") }

  /// Returns whether the list contains a tag.
  func contains(_ tag: String) -> Bool { keys.contains(Self.key(tag)) }

  /// Returns a tag as it is spelled in the list; `nil` if the list does not contain it.
  ///
  /// - Complexity: O(*n*) if it does.
  func spelling(of tag: String) -> String? {
    let key = Self.key(tag)
    return keys.contains(key) ? tags.first { Self.key($0) == key } : nil
  }

  /// Adds a tag that is not in the list.
  mutating func add(_ tag: String) {
    if !tag.isEmpty, keys.insert(Self.key(tag)).inserted { tags.append(tag) }
  }

  /// Deletes a tag.
  mutating func delete(_ tag: String) {
    let key = Self.key(tag)
    if keys.remove(key) != nil { tags.removeAll { Self.key($0) == key } }
  }

  /// Returns the key of a tag: tags with the same key are the same.
  ///
  /// Case does not matter, as in predicates, and neither does the normal form, because Swift's strings are compared without it.
  /// ``Photo/tagged(_:)`` selects the photos with a tag by the same rule.
  static func key(_ tag: String) -> String { TextFolding.fold(tag, .caseInsensitive) }

  /// Returns a tag for lists of all tags: in lower case, and composed, unless ``Photo/tagged(_:)`` would not find the tag by that.
  static func plain(_ tag: String) -> String {
    let text = tag.lowercased()
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let composed = text.precomposedStringWithCanonicalMapping
    return composed.isExactly(text) || TextForms.of(composed).contains { $0.isExactly(text) }
      ? composed : text
  }

  /// Returns the one of two plain spellings of a tag that lists show: one that is not composed finds the composed one, too, and is
  /// not found by it.
  static func listed(_ first: String, _ second: String) -> String {
    if first.isExactly(second) { return first }
    let others = [first, second].filter { !$0.isExactly($0.precomposedStringWithCanonicalMapping) }
    return (others.isEmpty ? [first, second] : others).map(ExactText.init).min()?.text ?? first
  }

  /// Returns the tags in a stored text, which can have some more than once.
  static func words(_ text: String) -> [String] {
    // A blank and an accent after it are one character, so bytes are compared.
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  /// Returns the form in which a tag that a query names is stored: no stored tag contains a blank, and one of several words has
  /// underscores instead.
  ///
  /// Other texts stay as they are: a received tag can contain other white space.
  static func stored(_ text: String) -> String {
    // A blank and an accent after it are one character, so bytes are compared.
    text.utf8.contains(UInt8(ascii: " ")) ? tag(text) : text
  }

  private static func tag(_ text: String) -> String {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }
      .joined(separator: "_")
  }
}
