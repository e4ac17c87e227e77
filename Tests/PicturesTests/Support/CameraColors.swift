import TestSupport

/// The color space of a photo as cameras write it without a profile (DCF 2.0).
struct CameraColors {
  /// The color space of EXIF: 1 for sRGB, and 65,535 for others.
  var space = 0xFFFF
  /// The interoperability index: `R98` for sRGB, and `R03` for Adobe RGB.
  var index = "R03"

  /// Returns a TIFF structure with further entries in its first directory.
  func tiff(_ entries: [Int: CameraFile.Value] = [:]) -> [UInt8] {
    var camera = CameraFile()
    camera.exif = entries
    camera.details = [0xA001: .short(space), 0xA005: .long(0)]
    // The directory behind the others has one entry, whose four bytes of text are in it.
    camera.details[0xA005] = .long(camera.tiff.count)
    let entry: [UInt8] = [1, 0, 2, 0, 4, 0, 0, 0] + Array(index.utf8) + [0]
    return camera.tiff + [1, 0] + entry + [0, 0, 0, 0]
  }

  /// Returns a JPEG with EXIF about its colors.
  func inserted(intoJPEG file: [UInt8]) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + tiff()
    let length = content.count + 2
    var result = file
    result.insert(contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content, at: 2)
    return result
  }

  /// Returns a raw file with a preview.
  func rawFile(preview: [UInt8], isDNG: Bool = false) -> [UInt8] {
    var entries: [Int: CameraFile.Value] = [
      0x00FE: .long(1), 0x010F: .text("Canon"), 0x0112: .short(1), 0x0201: .long(0),
      0x0202: .long(preview.count),
    ]
    if isDNG { entries[0xC612] = .bytes([1, 4, 0, 0]) }
    // The length of the structure does not depend on the offset in it.
    entries[0x0201] = .long(tiff(entries).count)
    return tiff(entries) + preview
  }
}
