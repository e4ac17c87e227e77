import PictureBasics

extension PhotoFacts {
  /// Reads the facts of a JPEG, PNG, GIF or WebP file, and of its sidecar.
  ///
  /// Of several values, that of the sidecar counts, then XMP, IPTC and EXIF in the file: the programs in which photographers
  /// edit texts write the former, and cameras the latter. The camera is right about the time and the settings.
  ///
  /// - Parameters:
  ///   - head: The beginning of the file, up to the pixels if possible; a shorter one has fewer facts.
  ///   - sidecar: The contents of the XMP file beside it.
  /// - Complexity: O(*n*) in the bytes.
  public init(head: [UInt8], sidecar: [UInt8]? = nil) {
    self.init()
    let parts =
      switch PictureFormat(of: head) {
      case .png: PNGChunks.parts(of: head)
      case .gif: GIFBlocks.parts(of: head)
      case .webp: WebPChunks.parts(of: head)
      default: JPEGSegments.parts(of: head)
      }
    let exif = parts.exif.flatMap(TIFFData.init).map(EXIFReader.facts) ?? PhotoFacts()
    override(with: exif)
    if let iptc = parts.iptc { override(with: IPTCReader.facts(of: iptc)) }
    if let packet = parts.xmp { override(with: XMPPacket.facts(of: packet)) }
    if let sidecar { override(with: XMPPacket.facts(of: sidecar[...])) }
    taken = exif.taken ?? taken
    orientation = exif.orientation
    storedSize = parts.size
  }
}
