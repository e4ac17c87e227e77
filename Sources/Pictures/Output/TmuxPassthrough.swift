/// Sends a control string through tmux to the terminal around it.
public enum TmuxPassthrough {
  /// Wraps one whole control string; tmux drops it unless `allow-passthrough` is on, and when it is very long.
  ///
  /// tmux takes the first `ESC \` for the end, so each ESC within is doubled (tmux(1), allow-passthrough).
  public static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    var wrapped = Array("\u{1B}Ptmux;".utf8)
    wrapped.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if byte == escape { wrapped.append(escape) }
      wrapped.append(byte)
    }
    return wrapped + [escape, UInt8(ascii: "\\")]
  }
}
