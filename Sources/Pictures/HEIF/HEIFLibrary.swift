internal import CHEIF

/// The libheif of this system, which is loaded when the first HEIC or AVIF picture is decoded.
enum HEIFLibrary {
  /// The package of Debian that contains the library.
  static let package = "libheif1"
  /// The functions of the library; `nil` if it cannot be loaded.
  static let functions: HEIFFunctions? = load("libheif.so.1")

  static func load(_ file: String) -> HEIFFunctions? {
    let functions = UnsafeMutablePointer<HEIFFunctions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    return proofsheet_heif_load(file, functions) == 0 ? nil : functions.pointee
  }
}
