/// Reads the records of IPTC-IIM 4.2, as Photoshop stores them in a JPEG.
enum IPTCReader {
  /// Returns the records in the image resources of Photoshop: blocks with a number, a name, a size and data.
  ///
  /// There may be several blocks of records, as programs leave empty ones.
  static func records(ofPhotoshop resources: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var records: [UInt8] = []
    var rest = resources
    while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
      rest = rest.dropFirst(4)
      let number = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2)
      // The name has its length before it; both together are an even number of bytes.
      let name = Int(rest.first ?? 0) + 1
      rest = rest.dropFirst(name + name % 2)
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      if number == 0x0404 { records += rest.prefix(size) }
      rest = rest.dropFirst(size + size % 2)
    }
    return records.isEmpty ? nil : records[...]
  }

  /// Returns the facts of records.
  static func facts(of records: ArraySlice<UInt8>) -> PhotoFacts {
    var facts = PhotoFacts()
    var (day, time): (String?, String?) = (nil, nil)
    var rest = records
    var keywords: Set<String> = []
    while true {
      // Some programs leave zeros at the end of a block.
      rest = rest.drop { $0 == 0 }
      guard rest.count >= 5, rest.first == 0x1C else { break }
      let header = Array(rest.prefix(5))
      let size = Int(header[3]) << 8 | Int(header[4])
      // Records of more than 32 KB, with a size of another form, contain nothing that is read here.
      guard size < 0x8000 else { break }
      let data = rest.dropFirst(5).prefix(size)
      rest = rest.dropFirst(5 + size)
      guard header[1] == 2, let text = MetadataText.decoded(data) else { continue }
      switch header[2] {
      case 5: facts.title = facts.title ?? text
      case 25: if keywords.insert(text).inserted { facts.keywords.append(text) }
      case 55: day = day ?? text
      case 60: time = time ?? text
      case 80: facts.artist = facts.artist ?? text
      case 116: facts.copyright = facts.copyright ?? text
      case 120: facts.caption = facts.caption ?? text
      default: break
      }
    }
    facts.taken = taken(day, time)
    return facts
  }

  /// Returns the date of `CCYYMMDD` and `HHMMSS±HHMM`.
  private static func taken(_ day: String?, _ time: String?) -> String? {
    guard let day, day.utf8.count == 8 else { return nil }
    let time = time.map { $0.prefix(6) }.flatMap { $0.utf8.count == 6 ? $0 : nil } ?? "000000"
    func part(_ text: some StringProtocol, _ start: Int, _ count: Int) -> String {
      String(text.dropFirst(start).prefix(count))
    }
    return EXIFReader.date(
      "\(part(day, 0, 4)):\(part(day, 4, 2)):\(part(day, 6, 2)) "
        + "\(part(time, 0, 2)):\(part(time, 2, 2)):\(part(time, 4, 2))")
  }
}
