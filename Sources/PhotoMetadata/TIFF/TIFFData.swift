/// A TIFF structure: directories of entries at offsets from its beginning (TIFF 6.0, section 2).
///
/// Offsets and counts are untrusted: what lies outside the bytes is `nil`.
public struct TIFFData {
  private let bytes: ArraySlice<UInt8>
  let isLittleEndian: Bool
  /// The offset of the first directory.
  let firstDirectory: Int

  /// The most entries of a directory that are read; cameras write less than a hundred.
  private static let mostEntries = 1_000
  /// The numbers in the header: TIFF, and the raw files of Olympus and Panasonic, which differ in nothing else.
  private static let numbers: Set = [42, 0x4F52, 0x5352, 0x55]

  /// Reads the header; returns `nil` for bytes that are no TIFF structure.
  public init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "II".utf8) || bytes.starts(with: "MM".utf8) else { return nil }
    let isLittleEndian = bytes.first == UInt8(ascii: "I")
    let header = Array(bytes.prefix(8))
    guard header.count == 8, Self.numbers.contains(TIFFEntry.number(header[2..<4], isLittleEndian))
    else { return nil }
    self.bytes = bytes
    self.isLittleEndian = isLittleEndian
    firstDirectory = TIFFEntry.number(header[4...], isLittleEndian)
  }

  /// Reads the notes of Olympus: a name of eight bytes, the order of bytes, and a version before the first directory.
  init?(olympus notes: ArraySlice<UInt8>) {
    let order = notes.dropFirst(8).prefix(2)
    guard order.elementsEqual("II".utf8) || order.elementsEqual("MM".utf8) else { return nil }
    (bytes, isLittleEndian, firstDirectory) = (notes, order.first == UInt8(ascii: "I"), 12)
  }

  /// The entries of the first directory by their tags.
  var mainDirectory: [Int: TIFFEntry] { directory(at: firstDirectory).entries }

  /// Returns the entries of a directory by their tags, of which the first counts, and the offset of the next directory.
  func directory(at offset: Int) -> (entries: [Int: TIFFEntry], next: Int?) {
    guard let count = word(at: offset) else { return ([:], nil) }
    var entries: [Int: TIFFEntry] = [:]
    for index in 0..<min(count, Self.mostEntries) {
      let start = offset + 2 + 12 * index
      guard let tag = word(at: start) else { return (entries, nil) }
      if entries[tag] == nil, let entry = entry(at: start) { entries[tag] = entry }
    }
    let next = long(at: offset + 2 + 12 * count)
    return (entries, next.flatMap { $0 > 0 ? $0 : nil })
  }

  /// Returns the place of the data of an entry, which may lie behind the bytes; `nil` if there is no such entry.
  func place(of tag: Int, inDirectoryAt offset: Int) -> Range<Int>? {
    let starts = (0..<min(word(at: offset) ?? 0, Self.mostEntries)).map { offset + 2 + 12 * $0 }
    guard let start = starts.first(where: { word(at: $0) == tag }), let count = long(at: start + 4),
      let place = long(at: start + 8), count > 4
    else { return nil }
    return place..<(place + count)
  }

  /// Returns bytes at an offset; `nil` if they are not all there.
  func data(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
  }

  private func entry(at offset: Int) -> TIFFEntry? {
    guard let type = word(at: offset + 2).flatMap(TIFFEntry.Form.init), let count = long(at: offset + 4),
      count <= bytes.count
    else { return nil }
    let size = count * type.size
    let place = size <= 4 ? offset + 8 : long(at: offset + 8)
    guard let place, let data = data(at: place, count: size) else { return nil }
    return TIFFEntry(form: type, data: data, isLittleEndian: isLittleEndian)
  }

  private func word(at offset: Int) -> Int? { number(at: offset, count: 2) }

  private func long(at offset: Int) -> Int? { number(at: offset, count: 4) }

  private func number(at offset: Int, count: Int) -> Int? {
    data(at: offset, count: count).map { TIFFEntry.number($0, isLittleEndian) }
  }
}
