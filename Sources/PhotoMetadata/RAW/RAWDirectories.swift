import PictureBasics

/// The directories of a raw file that is built like TIFF: DNG, CR2, NEF, ARW, ORF, RW2, PEF and SRW.
enum RAWDirectories {
  /// The most directories that are looked at for the extent; cameras write up to six.
  private static let mostDirectories = 20

  static func parts(of file: FileParts) -> MetadataParts {
    var parts = MetadataParts()
    guard let tiff = TIFFData(file.head[...]) else { return parts }
    let main = tiff.mainDirectory
    parts.exif = file.head[...]
    parts.xmp = main[0x02BC]?.data
    parts.iptc = main[0x83BB]?.data
    parts.size = size(tiff, main)
    return parts
  }

  /// Returns the extent of the photo, which is seldom the one in the first directory.
  private static func size(_ tiff: TIFFData, _ main: [Int: TIFFEntry]) -> PixelSize? {
    let directories = directories(of: tiff)
    let largest = directories.max { area($0) < area($1) }
    // A DNG names the part of the raw data that is shown.
    if let crop = largest?[0xC620], crop.count == 2 {
      let sides = crop.integers(atMost: 2).map(Double.init)
      if let size = extent(sides.isEmpty ? crop.rationals : sides) { return size }
    }
    let details = main[0x8769]?.integer.map { tiff.directory(at: $0).entries } ?? [:]
    return extentByEXIF(details) ?? sensorSize(main) ?? largest.flatMap(extent)
  }

  /// Returns the extent in a directory of EXIF.
  static func extentByEXIF(_ details: [Int: TIFFEntry]) -> PixelSize? {
    extent([details[0xA002], details[0xA003]].compactMap { $0?.integer.map(Double.init) })
  }

  /// Returns the extent between the borders of the sensor, by tags of Panasonic.
  private static func sensorSize(_ main: [Int: TIFFEntry]) -> PixelSize? {
    let borders = (4...7).compactMap { main[$0]?.integer }
    guard borders.count == 4, main[0x0100] == nil else { return nil }
    return extent([Double(borders[3] - borders[1]), Double(borders[2] - borders[0])])
  }

  private static func extent(_ directory: [Int: TIFFEntry]) -> PixelSize? {
    extent([directory[0x0100], directory[0x0101]].compactMap { $0?.integer.map(Double.init) })
  }

  private static func extent(_ sides: [Double]) -> PixelSize? {
    guard sides.count == 2, sides.allSatisfy({ (1...1_000_000).contains($0) }) else { return nil }
    return PixelSize(width: Int(sides[0]), height: Int(sides[1]))
  }

  private static func area(_ directory: [Int: TIFFEntry]) -> Int { extent(directory)?.area ?? 0 }

  /// Returns the directories that follow each other, and those within them.
  private static func directories(of tiff: TIFFData) -> [[Int: TIFFEntry]] {
    var directories: [[Int: TIFFEntry]] = []
    var pending = [tiff.firstDirectory]
    while let offset = pending.popLast(), directories.count < mostDirectories {
      let (entries, next) = tiff.directory(at: offset)
      directories.append(entries)
      pending += (next.map { [$0] } ?? []) + (entries[0x014A]?.integers(atMost: mostDirectories) ?? [])
    }
    return directories
  }

  // MARK: Previews

  /// Returns the places of pictures that are compressed as JPEG, and of those in the notes of Panasonic and Olympus.
  static func previews(in file: FileParts) -> [Range<Int>] {
    guard let tiff = TIFFData(file.head[...]) else { return [] }
    var places: [Range<Int>] = []
    for entries in directories(of: tiff) {
      let isJPEG = [6, 7, 34_892].contains(entries[0x0103]?.integer)
      let strip = entries[0x0111].flatMap { $0.count == 1 ? $0.integer : nil }
      places += [
        RAWPreviews.range(entries[0x0201]?.integer, entries[0x0202]?.integer),
        isJPEG ? RAWPreviews.range(strip, entries[0x0117]?.integer) : nil,
      ].compactMap(\.self)
    }
    // Panasonic has the preview as the data of an entry.
    let panasonic = tiff.place(of: 0x002E, inDirectoryAt: tiff.firstDirectory)
    return places + (panasonic.map { [$0] } ?? []) + olympusPreview(tiff)
  }

  /// Returns the place of the preview in the notes of Olympus, whose offsets begin with the notes (ExifTool, `Olympus.pm`).
  private static func olympusPreview(_ tiff: TIFFData) -> [Range<Int>] {
    let details = tiff.mainDirectory[0x8769]?.integer.map { tiff.directory(at: $0).entries } ?? [:]
    guard let notes = details[0x927C]?.data, notes.starts(with: "OLYMPUS\0".utf8),
      let structure = TIFFData(olympus: notes),
      let settings = structure.directory(at: 12).entries[0x2020]?.integer
    else { return [] }
    let entries = structure.directory(at: settings).entries
    let range = RAWPreviews.range(
      entries[0x0101]?.integer.map { $0 + notes.startIndex }, entries[0x0102]?.integer)
    return range.map { [$0] } ?? []
  }
}
