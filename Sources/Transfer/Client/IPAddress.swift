internal import Foundation

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable {
  /// 4 bytes or 16, in network order.
  private let bytes: [UInt8]

  /// Parses an address, an IPv6 address also in brackets; returns `nil` if the text is not an address.
  init?(_ text: some StringProtocol) {
    // The text after a percent sign is the zone of a link-local address.
    let plain = text.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(plain), &bytes) == 1 {
      self.bytes = Array(bytes[..<4])
    } else if inet_pton(AF_INET6, String(plain), &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// Reads the address and the port of a socket address; returns `nil` for other families.
  static func read(_ pointer: UnsafeRawPointer, length: Int) -> (address: IPAddress, port: Int)? {
    guard length >= MemoryLayout<sockaddr_in>.size else { return nil }
    switch Int32(pointer.loadUnaligned(as: sockaddr.self).sa_family) {
    case AF_INET:
      let name = pointer.loadUnaligned(as: sockaddr_in.self)
      return (IPAddress(bytesOf: name.sin_addr), Int(UInt16(bigEndian: name.sin_port)))
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      let name = pointer.loadUnaligned(as: sockaddr_in6.self)
      return (IPAddress(bytesOf: name.sin6_addr), Int(UInt16(bigEndian: name.sin6_port)))
    default: return nil
    }
  }

  private init(bytesOf value: some Any) {
    bytes = withUnsafeBytes(of: value) { Array($0) }
  }

  /// A Boolean value that indicates whether the address is outside the public internet: this machine, a
  /// private network, a link, multicast, or reserved (RFC 6890).
  ///
  /// 198.18.0.0/15 counts as public: proxies with synthetic addresses assign such addresses to public
  /// names.
  var isLocal: Bool { bytes.count == 4 ? Self.isLocal(bytes[...]) : isLocalIPv6 }

  private static func isLocal(_ ipv4: ArraySlice<UInt8>) -> Bool {
    let first = ipv4[ipv4.startIndex], second = ipv4[ipv4.startIndex + 1]
    return switch (first, second) {
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (224..., _): true
    default: false
    }
  }

  private var isLocalIPv6: Bool {
    let embedded = bytes[12...]
    // ::/96 also contains “::” and “::1”; ::ffff:0:0/96 and 64:ff9b::/96 embed IPv4 addresses, as does
    // 2002::/16.
    if bytes[..<12].allSatisfy({ $0 == 0 }) { return bytes[12] == 0 || Self.isLocal(embedded) }
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) { return Self.isLocal(embedded) }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return Self.isLocal(embedded) }
    if bytes.starts(with: [0x20, 0x02]) { return Self.isLocal(bytes[2..<6]) }
    // fc00::/7, fe80::/10 and the former fec0::/10, ff00::/8.
    return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 != 0 || bytes[0] == 0xFF
  }
}
