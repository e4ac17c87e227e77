public import PhotoLibrary

/// The titles, descriptions and tags of photos in a form for an editor of texts: TOML with a table for each photo.
///
/// A draft remembers what was written, so that only what the user changed is changed in the library.
public struct PhotoDraft: Hashable, Sendable {
  /// A photo in a draft.
  public struct Entry: Hashable, Sendable {
    /// The ID of the photo.
    public let id: String
    /// The texts before they are edited.
    public let texts: PhotoTexts
    /// The facts by which the user knows the photo, each for a line of comment.
    public let notes: [String]

    /// Creates an entry.
    ///
    /// U+0000, which no TOML parser in C returns, is left out of the texts.
    public init(id: String, texts: PhotoTexts, notes: [String]) {
      (self.id, self.notes) = (id, notes)
      self.texts = PhotoTexts(
        title: texts.title.withoutNull, description: texts.description.withoutNull,
        tags: texts.tags.map(\.withoutNull).filter { !$0.isEmpty })
    }
  }

  /// The photos in the draft, in their order.
  public let entries: [Entry]
  /// The number of photos that were asked for.
  public let requested: Int

  /// The highest number of photos in a draft: more cannot be edited with care.
  public static let limit = 300

  /// Creates a draft of photos, which are the first of `requested` ones.
  public init(_ entries: [Entry], of requested: Int? = nil) {
    self.entries = entries
    self.requested = requested ?? entries.count
  }

  /// The values of a photo that can be edited.
  enum Key: String, CaseIterable {
    case title, description, tags

    /// The highest number of characters of a text, or of each tag.
    var limit: Int {
      switch self {
      case .title: 10_000
      case .description: 100_000
      case .tags: 255
      }
    }
  }
}

extension String {
  fileprivate var withoutNull: String {
    unicodeScalars.contains("\0")
      ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) : self
  }
}
