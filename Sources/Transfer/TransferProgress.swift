/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// The number of bytes received from the network, before decompression.
  public var received: Int
  /// The number of bytes that the server announced; `nil` if it did not.
  public var expected: Int?

  /// Creates a progress value.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}
