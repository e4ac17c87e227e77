internal import CLittleCMS

/// The Little CMS of this system, which is loaded when the first picture with a color profile is decoded.
enum LittleCMS {
  /// The functions of the library; `nil` if it cannot be loaded.
  ///
  /// Pictures then keep the values of their files.
  static let functions: LittleCMSFunctions? = load("liblcms2.so.2")

  static func load(_ file: String) -> LittleCMSFunctions? {
    SystemLibrary.functions(of: file, by: proofsheet_cms_load)
  }
}
