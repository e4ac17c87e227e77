import PictureBasics

/// The parts of raw files of cameras that contain facts.
public enum RAWParts {
  /// Returns the parts with facts.
  static func parts(of file: FileParts) -> MetadataParts {
    switch Container(head: file.head) {
    case .boxes: CR3Boxes.parts(of: file)
    case .fujifilm: RAFHeader.parts(of: file)
    case .tiff: RAWDirectories.parts(of: file)
    }
  }

  /// Returns the orientation that the container gives, 1 to 8; `nil` if it gives none.
  ///
  /// - Parameter head: The beginning of the file.
  public static func orientation(head: [UInt8]) -> Int? {
    parts(of: FileParts(head: head) { _, _ in [] }).orientation
  }

  /// Returns a Boolean value that indicates whether the previews have the colors of Adobe RGB, by the EXIF of the container.
  ///
  /// That of a DNG is about the photo, and programs that convert to DNG make previews of their own.
  ///
  /// - Parameter head: The beginning of the file.
  public static func isAdobeRGB(head: [UInt8]) -> Bool {
    let parts = parts(of: FileParts(head: head) { _, _ in [] })
    guard let tiff = parts.exif.flatMap({ TIFFData($0) }), tiff.mainDirectory[dngVersion] == nil else {
      return false
    }
    guard let details = parts.details.flatMap({ TIFFData($0) }) else { return tiff.isAdobeRGB }
    return details.isAdobeRGB(details: details.mainDirectory)
  }

  /// The tag that only a DNG has.
  private static let dngVersion = 0xC612

  /// Returns the places in a file of what may be previews in JPEG, the largest first.
  ///
  /// - Parameters:
  ///   - head: The beginning of the file.
  ///   - load: Loads bytes at an offset, fewer at the end of the file.
  public static func previews(
    head: [UInt8], load: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [Range<Int>] {
    RAWPreviews.places(in: FileParts(head: head, load: load))
  }

  /// Returns a Boolean value that indicates whether a file that begins like a TIFF is a raw file: a DNG, or one of a camera
  /// whose first picture is a preview, or is compressed in a way of the maker.
  ///
  /// - Parameter head: The beginning of the file.
  public static func isRaw(tiff head: [UInt8]) -> Bool {
    guard let main = TIFFData(head[...])?.mainDirectory else { return false }
    if main[dngVersion] != nil { return true }
    let compression = main[0x0103]?.integer ?? 1
    let isPreview = (main[0x00FE]?.integer ?? 0) & 1 == 1 || compression == 6 || main[0x014A] != nil
    return main[0x010F] != nil && (isPreview || compression > 32_766)
  }

  enum Container {
    case boxes, fujifilm, tiff

    init(head: [UInt8]) {
      self =
        if head.dropFirst(4).starts(with: "ftyp".utf8) {
          .boxes
        } else if head.starts(with: RAFHeader.signature) {
          .fujifilm
        } else {
          .tiff
        }
    }
  }
}
