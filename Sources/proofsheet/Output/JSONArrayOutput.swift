/// Writes a JSON array an element at a time, so that its length does not matter.
struct JSONArrayOutput: ~Copyable {
  private var output = Output()
  private var isFirst = true
  private let encoder = JSON.encoder
  /// The elements that are being encoded, in their order.
  private var parts: [Task<String, any Error>] = []

  /// The number of parts that are encoded at the same time, which bounds the memory that they need.
  private static let partLimit = 4

  /// Writes an element.
  mutating func element(_ value: some Encodable) throws { try write(JSON.text(value, encoder)) }

  /// Writes elements, which other threads make and encode while the caller goes on to the next ones; ``endElements()`` must
  /// follow.
  mutating func elements(
    _ make: @escaping @Sendable () async throws -> [some Encodable & Sendable]
  ) async throws {
    parts.append(
      Task.detached {
        let values = try await make()
        let encoder = JSON.encoder
        return try values.map { try JSON.text($0, encoder) }.joined(separator: Self.separator)
      })
    while parts.count > Self.partLimit { try await writePart() }
  }

  /// Ends the array.
  consuming func end() throws {
    try output.line(isFirst ? "[]" : "]")
    try output.end()
  }

  /// Ends the array after all of its elements are encoded.
  consuming func endElements() async throws {
    while !parts.isEmpty { try await writePart() }
    try end()
  }

  private mutating func writePart() async throws {
    let elements = try await parts.removeFirst().value
    if !elements.isEmpty { try write(elements) }
  }

  private static let separator = "\n,\n"

  private mutating func write(_ elements: String) throws {
    try output.line((isFirst ? "[\n" : ",\n") + elements)
    isFirst = false
  }
}
