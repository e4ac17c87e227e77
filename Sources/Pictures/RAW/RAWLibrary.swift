internal import CRAW

/// The LibRaw of this system, which is loaded when the first raw file is shown.
enum RAWLibrary {
  /// The package of Debian that contains the library.
  static let package = "libraw20"
  /// The functions of the library; `nil` if it cannot be loaded.
  ///
  /// The number grows with the layout of structures, of which only one is used here, and it stays.
  static let functions: RAWFunctions? = load("libraw.so.20") ?? load("libraw.so.23")

  static func load(_ file: String) -> RAWFunctions? {
    let functions = UnsafeMutablePointer<RAWFunctions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    return proofsheet_raw_load(file, functions) == 0 ? nil : functions.pointee
  }
}
