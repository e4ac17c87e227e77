import PictureBasics

/// The parts of a file that contain facts.
struct MetadataParts {
  var size: PixelSize?
  /// The TIFF structure of EXIF.
  var exif: ArraySlice<UInt8>?
  /// TIFF structures of their own whose first directories are the one of EXIF and that of the place, as in CR3.
  var details: ArraySlice<UInt8>?
  var place: ArraySlice<UInt8>?
  /// The records of IPTC.
  var iptc: ArraySlice<UInt8>?
  /// The XMP packet.
  var xmp: ArraySlice<UInt8>?
  /// A Boolean value that indicates whether the size is that of the upright picture, so that EXIF does not turn it.
  var isUpright = false

  /// The orientation by EXIF, which is untrusted; `nil` if there is none.
  var orientation: Int? { exif.flatMap { TIFFData($0) }?.orientation }
}
