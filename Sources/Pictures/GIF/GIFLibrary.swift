internal import CGIF

/// The giflib of this system, which is loaded when the first GIF is decoded.
enum GIFLibrary {
  /// The package of Debian that contains the library.
  static let package = "libgif7"
  /// The functions of the library; `nil` if it cannot be loaded.
  static let functions: GIFFunctions? = load("libgif.so.7")

  static func load(_ file: String) -> GIFFunctions? {
    SystemLibrary.functions(of: file, by: proofsheet_gif_load)
  }
}
