public import PhotoLibrary
import TOMLKit

extension PhotoDraft {
  /// Returns the changes that a user made in the text of the draft.
  ///
  /// A table that is gone, and a value that is gone from its table, change nothing.
  ///
  /// - Throws: ``PhotoDraftError`` if the text is not TOML, has a table or value that the draft does not have, or a value that
  ///   no photo can have.
  public func changes(in text: String) throws(PhotoDraftError) -> [PhotoTextChange] {
    let lines = TOMLText(text)
    let table = try Self.table(text)
    let names = table.keys
    if let unknown = names.first(where: { name in !entries.contains { $0.id == name } }) {
      throw PhotoDraftError(
        line: lines.lineNumber(ofTable: Self.header(of: unknown)) ?? lines.lineNumber(of: unknown),
        reason: "“\(unknown)” is no photo of this draft: write each value below the header of its photo")
    }
    var changes: [PhotoTextChange] = []
    for entry in entries {
      guard let value = table[entry.id] else { continue }
      guard let values = value.table else {
        throw PhotoDraftError(
          line: lines.lineNumber(of: entry.id), reason: "“\(entry.id)” must be a table, as in [\(entry.id)]")
      }
      let change = PhotoTextChange(
        id: entry.id, from: entry.texts, to: try PhotoTable(values, of: entry, in: lines).texts())
      if !change.isEmpty { changes.append(change) }
    }
    return changes
  }

  private static func table(_ text: String) throws(PhotoDraftError) -> TOMLTable {
    do {
      return try TOMLDocument.parse(text)
    } catch {
      throw PhotoDraftError(line: error.line, reason: "this is not TOML: \(error.reason)")
    }
  }
}

/// The table of a photo in a draft that was edited.
private struct PhotoTable {
  private let table: TOMLTable
  private let entry: PhotoDraft.Entry
  private let lines: TOMLText

  init(_ table: TOMLTable, of entry: PhotoDraft.Entry, in lines: TOMLText) {
    (self.table, self.entry, self.lines) = (table, entry, lines)
  }

  /// Returns the texts of the photo.
  func texts() throws(PhotoDraftError) -> PhotoTexts {
    if let unknown = table.keys.first(where: { PhotoDraft.Key(rawValue: $0) == nil }) {
      let names = PhotoDraft.Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(of: unknown, "“\(unknown)” is no value of a photo; there are \(names)")
    }
    return PhotoTexts(
      title: try text(.title, else: entry.texts.title),
      description: try text(.description, else: entry.texts.description), tags: try tags())
  }

  private func text(_ key: PhotoDraft.Key, else original: String) throws(PhotoDraftError) -> String {
    guard let value = table[key.rawValue] else { return original }
    guard let text = value.string else {
      throw error(of: key.rawValue, "\(key.rawValue) must be text, as in \(key.rawValue) = \"Harbor\"")
    }
    try check(text, of: key, before: [original])
    return text
  }

  private func tags() throws(PhotoDraftError) -> [String] {
    let key = PhotoDraft.Key.tags
    guard let value = table[key.rawValue] else { return entry.texts.tags }
    guard let array = value.array else { throw wrongTags }
    var tags: [String] = []
    for element in array {
      guard let tag = element.tomlValue.string else { throw wrongTags }
      try check(tag, of: key, before: entry.texts.tags)
      if !tag.isEmpty { tags.append(tag) }
    }
    return tags
  }

  private var wrongTags: PhotoDraftError {
    error(of: "tags", "tags must be a list of texts, as in tags = [\"boat\", \"sea\"]")
  }

  /// Checks the characters and the length of a text; those of the texts before, which were received, are permitted.
  private func check(
    _ text: String, of key: PhotoDraft.Key, before: [String]
  ) throws(PhotoDraftError) {
    let name = key == .tags ? "a tag" : "the \(key.rawValue)"
    let permitted = Set(before.flatMap(\.unicodeScalars.controls)).union(["\n", "\t"])
    let control = text.unicodeScalars.controls.first { !permitted.contains($0) }
    if let control {
      let digits = String(control.value, radix: 16, uppercase: true)
      let code = String(repeating: "0", count: 4 - digits.count) + digits
      throw error(of: key.rawValue, "\(name) contains the control character U+\(code)")
    }
    let limit = max(key.limit, before.map(\.count).max() ?? 0)
    guard text.count <= limit else {
      throw error(of: key.rawValue, "\(name) has \(text.count) characters; it can have at most \(limit)")
    }
  }

  /// Returns an error in a value, with its line.
  private func error(of key: String, _ reason: String) -> PhotoDraftError {
    PhotoDraftError(
      line: lines.lineNumber(of: key, in: PhotoDraft.header(of: entry.id)), reason: reason)
  }
}

extension String.UnicodeScalarView {
  /// The control characters.
  fileprivate var controls: [Unicode.Scalar] { filter { $0.properties.generalCategory == .control } }
}
