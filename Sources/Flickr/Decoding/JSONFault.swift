/// An error in JSON text.
enum JSONFault: Error {
  /// The text ends prematurely.
  case cutOff
  /// The text violates the grammar, or is nested too deeply.
  case syntax(at: Int)
  /// A list is longer than any that Flickr sends.
  case tooManyPhotos
}
