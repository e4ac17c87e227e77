import Testing

extension ExitTest.Result {
  /// Returns a Boolean value that indicates whether standard error contains a text; observe
  /// `\.standardErrorContent` for it.
  func said(_ text: String) -> Bool { String(decoding: standardErrorContent, as: UTF8.self).contains(text) }
}
