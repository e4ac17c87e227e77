import Testing

extension ExitTest.Result {
  /// Whether the program said something on its standard error; observe `\.standardErrorContent` for it.
  func said(_ text: String) -> Bool { String(decoding: standardErrorContent, as: UTF8.self).contains(text) }
}
