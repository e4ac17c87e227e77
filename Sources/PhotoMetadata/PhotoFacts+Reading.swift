import PictureBasics

extension PhotoFacts {
  /// Reads the facts of a JPEG, PNG, GIF, WebP, HEIC, AVIF or raw file, and adds those of its sidecar.
  ///
  /// Of several values, that of the sidecar counts, then XMP, IPTC and EXIF in the file: the programs in which photographers
  /// edit texts write the former, and cameras the latter. The camera is right about the time and the settings.
  ///
  /// - Parameters:
  ///   - head: The beginning of the file, of some kilobytes or more; without `load`, up to the pixels if possible.
  ///   - sidecar: The facts in the XMP file beside it.
  ///   - load: Loads bytes at an offset, fewer at the end of the file; for facts that are not in the beginning.
  /// - Complexity: O(*n*) in the bytes.
  public init(
    head: [UInt8], sidecar: PhotoFacts? = nil,
    load: @escaping (_ offset: Int, _ count: Int) -> [UInt8] = { _, _ in [] }
  ) {
    self.init()
    let parts = Self.parts(of: FileParts(head: head, load: load))
    let exif = Self.exif(of: parts)
    override(with: exif)
    if let iptc = parts.iptc { override(with: IPTCReader.facts(of: iptc)) }
    if let packet = parts.xmp { override(with: XMPPacket.facts(of: packet)) }
    if let sidecar { override(with: sidecar) }
    (taken, changed) = (exif.taken ?? taken, exif.changed)
    orientation = parts.isUpright ? 1 : exif.orientation
    storedSize = parts.size
  }

  private static func exif(of parts: MetadataParts) -> PhotoFacts {
    guard let tiff = parts.exif.flatMap({ TIFFData($0) }) else { return PhotoFacts() }
    guard let details = parts.details.flatMap({ TIFFData($0) }) else { return EXIFReader.facts(tiff) }
    let place = parts.place.flatMap { TIFFData($0) }?.mainDirectory ?? [:]
    return EXIFReader.facts(tiff.mainDirectory, details: details.mainDirectory, place: place)
  }

  private static func parts(of file: FileParts) -> MetadataParts {
    switch PictureFormat(of: file.head) {
    case .png: PNGParts.parts(of: file)
    case .gif: GIFBlocks.parts(of: file.withDirectories.head)
    case .webp: WebPChunks.parts(of: file)
    case .heic, .avif: HEIFParts.parts(of: file)
    case .raw, .tiff: RAWParts.parts(of: file.withDirectories)
    default: JPEGSegments.parts(of: file)
    }
  }
}
