import Testing

extension ExitTest.Result {
  func said(_ text: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains(text)
  }
}
