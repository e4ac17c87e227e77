/// A connection that transfers bytes, in plain form or over TLS.
protocol Channel {
  /// Waits for bytes and returns them; an empty array is the end of the connection.
  func received() -> [UInt8]
  /// Sends all bytes, and returns `false` if the peer has closed the connection.
  func send(_ bytes: some Collection<UInt8>) -> Bool
  /// Notifies the peer of the end of the data, if the protocol has a message for it.
  func end()
}

extension Socket: Channel {
  func end() {}
}
