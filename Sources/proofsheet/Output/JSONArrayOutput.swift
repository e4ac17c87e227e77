/// Writes a JSON array an element at a time, so that its length does not matter.
struct JSONArrayOutput: ~Copyable {
  private var output = Output()
  private var isFirst = true
  private let encoder = JSON.encoder

  /// Writes an element.
  mutating func element(_ value: some Encodable) throws {
    try output.line((isFirst ? "[\n" : ",\n") + JSON.text(value, encoder))
    isFirst = false
  }

  /// Ends the array.
  consuming func end() throws {
    try output.line(isFirst ? "[]" : "]")
    try output.end()
  }
}
