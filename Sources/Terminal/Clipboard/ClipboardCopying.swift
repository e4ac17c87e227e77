/// The copying of data into the clipboard of the terminal: a transfer, and the wait for its answer.
struct ClipboardCopying {
  private var transfer: ClipboardTransfer?
  private var onAnswer: ((ClipboardAnswer) -> Void)?
  /// The number of the last transfer.
  private var number = 0

  /// Begins to copy data of a MIME type; replaces data that is on its way.
  mutating func begin(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void) {
    number += 1
    transfer = ClipboardTransfer(data, type: type, number: number)
    self.onAnswer = onAnswer
  }

  /// Removes the next packets, of about `limit` bytes together; returns `nil` at the end, or if there is no data.
  mutating func removePackets(limit: Int) -> [UInt8]? { transfer?.removePackets(limit: limit) }

  /// Ends the copying that the terminal has answered, and returns what shall be called with the answer.
  ///
  /// - Parameter number: The number of the transfer that is answered; `nil` if the terminal does not return numbers.
  /// - Returns: `nil` if that transfer was replaced.
  mutating func end(_ number: Int?) -> ((ClipboardAnswer) -> Void)? {
    guard number ?? self.number == self.number else { return nil }
    defer { cancel() }
    return onAnswer
  }

  /// Ends the copying without an answer.
  mutating func cancel() { (transfer, onAnswer) = (nil, nil) }
}
