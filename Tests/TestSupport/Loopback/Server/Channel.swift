/// A connection that bytes go through, bare or within TLS.
protocol Channel {
  /// What has come, after waiting for it; empty at the end of the connection.
  func received() -> [UInt8]
  /// Sends all of it; `false` when the other side is gone.
  func send(_ bytes: some Collection<UInt8>) -> Bool
  /// Tells the other side that all was sent, where the protocol has a word for it.
  func end()
}

extension Socket: Channel {
  func end() {}
}
