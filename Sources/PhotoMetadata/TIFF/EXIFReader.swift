import PictureBasics

/// Reads EXIF (CIPA DC-008, EXIF 2.32).
enum EXIFReader {
  /// Returns the facts of a TIFF structure.
  static func facts(_ tiff: TIFFData) -> PhotoFacts {
    let main = tiff.mainDirectory
    func directory(_ tag: Int) -> [Int: TIFFEntry] {
      main[tag]?.integer.map { tiff.directory(at: $0).entries } ?? [:]
    }
    return facts(main, details: directory(0x8769), place: directory(0x8825))
  }

  /// Returns the facts of three directories: the first of a file, the one of EXIF, and the one of the place.
  static func facts(
    _ main: [Int: TIFFEntry], details: [Int: TIFFEntry], place: [Int: TIFFEntry]
  ) -> PhotoFacts {
    var facts = PhotoFacts()
    facts.orientation = main[0x0112]?.integer.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    facts.title = main[0x9C9B]?.wideText
    facts.caption = main[0x010E]?.text.flatMap { isFiller($0) ? nil : $0 } ?? main[0x9C9C]?.wideText
    facts.artist = main[0x013B]?.text ?? main[0x9C9D]?.wideText
    facts.copyright = main[0x8298]?.text
    facts.keywords = main[0x9C9E]?.wideText.map(keywords) ?? []
    facts.make = main[0x010F]?.text
    facts.model = main[0x0110]?.text
    facts.rating = main[0x4746]?.integer.flatMap { (0...5).contains($0) ? $0 : nil }
    // Some programs write the settings into the first directory, as TIFF/EP has it (ISO 12234-2).
    readDetails(main.merging(details) { $1 }, &facts)
    facts.changed = main[0x0132]?.text.flatMap(date)
    readPlace(place, &facts)
    return facts
  }

  private static func readDetails(_ details: [Int: TIFFEntry], _ facts: inout PhotoFacts) {
    facts.taken = details[0x9003]?.text.flatMap(date) ?? details[0x9004]?.text.flatMap(date)
    facts.exposure = number(details[0x829A], within: 1e-6...1e6)
    facts.aperture = number(details[0x829D], within: 0.1...1_000)
    facts.iso = sensitivity(details).flatMap { (1...10_000_000).contains($0) ? $0 : nil }
    facts.focalLength = number(details[0x920A], within: 0.1...100_000)
    facts.lens = details[0xA434]?.text
  }

  /// Returns the sensitivity, which has tags of its own, by its type, if it does not fit into 16 bits (EXIF 2.3, 4.6.5).
  private static func sensitivity(_ details: [Int: TIFFEntry]) -> Int? {
    // Raw files of Panasonic have the sensitivity in a tag of their own.
    let short = (details[0x8827] ?? details[0x0017])?.integer
    guard short == 0xFFFF, let type = details[0x8830]?.integer else { return short }
    // Types from 4 on stand for several tags, of which one is enough.
    let tag = [1: 0x8831, 2: 0x8832, 3: 0x8833, 4: 0x8831, 5: 0x8831, 6: 0x8832, 7: 0x8831][type]
    return tag.flatMap { details[$0]?.integer } ?? short
  }

  private static func number(_ entry: TIFFEntry?, within bounds: ClosedRange<Double>) -> Double? {
    entry?.rationals.first.flatMap { bounds.contains($0) ? $0 : nil }
  }

  /// Returns `YYYY:MM:DD HH:MM:SS` as `YYYY-MM-DD HH:MM:SS`; `nil` if it is no date, as in `0000:00:00 00:00:00`.
  static func date(_ text: String) -> String? {
    let characters = Array(text.utf8.prefix(19))
    guard characters.count == 19 else { return nil }
    func number(_ range: Range<Int>) -> Int? { Int(String(decoding: characters[range], as: UTF8.self)) }
    let fields = [
      number(0..<4), number(5..<7), number(8..<10), number(11..<13), number(14..<16), number(17..<19),
    ]
    let bounds = [1...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
    guard zip(fields, bounds).allSatisfy({ field, bounds in field.map(bounds.contains) ?? false }),
      characters.enumerated().allSatisfy({ [4, 7, 10, 13, 16].contains($0) || (48...57).contains($1) })
    else { return nil }
    let parts = String(decoding: characters, as: UTF8.self)
    return "\(parts.prefix(4))-\(parts.dropFirst(5).prefix(2))-\(parts.dropFirst(8).prefix(2)) "
      + "\(parts.dropFirst(11).prefix(2)):\(parts.dropFirst(14).prefix(2)):\(parts.suffix(2))"
  }

  private static func readPlace(_ place: [Int: TIFFEntry], _ facts: inout PhotoFacts) {
    facts.setPlace(
      latitude: degrees(place[2], place[1], negative: "S", limit: 90),
      longitude: degrees(place[4], place[3], negative: "W", limit: 180))
  }

  private static func degrees(
    _ entry: TIFFEntry?, _ reference: TIFFEntry?, negative: String, limit: Double
  ) -> Double? {
    guard let parts = entry?.rationals, parts.count == 3, let side = reference?.text?.uppercased() else {
      return nil
    }
    let value = parts[0] + parts[1] / 60 + (parts[2].isFinite ? parts[2] / 3600 : 0)
    guard value.isFinite, (0...limit).contains(value) else { return nil }
    return side == negative ? -value : value
  }

  private static func keywords(_ text: String) -> [String] {
    text.split(separator: ";").compactMap { MetadataText.trimmed(String($0)) }
  }

  /// Returns whether a description is one that a camera writes into every photo.
  private static func isFiller(_ text: String) -> Bool {
    let text = text.uppercased()
    return text.contains("DIGITAL CAMERA") || text == "SONY DSC" || text == "DEFAULT"
      || text.hasPrefix("DCIM") || text == "DIGITAL IMAGE"
  }
}
