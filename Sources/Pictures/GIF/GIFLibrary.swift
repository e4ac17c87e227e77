internal import CGIF

/// The giflib of this system, which is loaded when the first GIF is decoded.
enum GIFLibrary {
  /// The package of Debian that contains the library.
  static let package = "libgif7"
  /// The functions of the library; `nil` if it cannot be loaded.
  static let functions: GIFFunctions? = load("libgif.so.7")

  static func load(_ file: String) -> GIFFunctions? {
    let functions = UnsafeMutablePointer<GIFFunctions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    return proofsheet_gif_load(file, functions) == 0 ? nil : functions.pointee
  }
}
