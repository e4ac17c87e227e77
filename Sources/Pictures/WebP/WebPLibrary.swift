internal import CWebP

/// The libwebp of this system, which is loaded when the first WebP picture is decoded.
enum WebPLibrary {
  /// The package of Debian that contains the library.
  static let package = "libwebp7"
  /// The functions of the library; `nil` if it cannot be loaded.
  static let functions: WebPFunctions? = load("libwebp.so.7")

  static func load(_ file: String) -> WebPFunctions? {
    SystemLibrary.functions(of: file, by: proofsheet_webp_load)
  }
}
