/// The segments in which a JPEG has its color profile (ICC.1:2010, annex B.4).
///
/// Each begins with a name, its number from 1, and the number of all.
struct ProfileSegments {
  private static let name = Array("ICC_PROFILE\0".utf8)

  private var parts: [UInt8: [UInt8]] = [:]
  private var count: UInt8?

  /// Reads an APP2 segment, which may also have other content.
  mutating func read(_ segment: UnsafeRawBufferPointer) {
    guard segment.starts(with: Self.name) else { return }
    let content = segment.dropFirst(Self.name.count)
    guard content.count > 2, let number = content.first else { return }
    count = count ?? content[content.startIndex + 1]
    parts[number] = [UInt8](content.dropFirst(2))
  }

  /// The profile; `nil` if there is none or a part of it is missing.
  var profile: [UInt8]? {
    guard let count, count > 0 else { return nil }
    var bytes: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number] else { return nil }
      bytes += part
    }
    return bytes
  }

  /// Returns a JPEG with a profile of less than 64 KB, which is one segment.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func inserted(_ profile: ColorProfile, inJPEG bytes: [UInt8]) -> [UInt8] {
    let contents = name + [1, 1] + profile.bytes
    let length = contents.count + 2
    var result = bytes
    result.insert(
      contentsOf: [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + contents, at: min(2, bytes.count))
    return result
  }
}
