internal import CHEIF
import PictureBasics

/// The libheif of this system, which is loaded when the first HEIC or AVIF picture is decoded.
enum HEIFLibrary {
  /// The package of Debian that contains the library.
  static let package = "libheif1"
  /// The functions of the library; `nil` if it cannot be loaded.
  static let functions: HEIFFunctions? = load("libheif.so.1")

  static func load(_ file: String) -> HEIFFunctions? {
    SystemLibrary.functions(of: file, by: proofsheet_heif_load)
  }

  /// Returns the package without which pictures of a format cannot be decoded; `nil` if nothing is missing.
  ///
  /// Later releases of Debian have the decoders in packages of their own.
  static func missingPackage(for format: PictureFormat, _ functions: HEIFFunctions?) -> String? {
    guard let functions else { return package }
    let (codec, plugin) =
      format == .avif ? (proofsheet_heif_av1, "dav1d") : (proofsheet_heif_hevc, "libde265")
    return functions.has_decoder(Int32(codec)) != 0 ? nil : "libheif-plugin-" + plugin
  }
}
