/// A library of the system that is loaded when it is needed.
enum SystemLibrary {
  /// Returns the functions of a library; `nil` if it cannot be loaded.
  ///
  /// - Parameters:
  ///   - file: The name of the library's file.
  ///   - load: Loads the library and sets its functions; returns 0 if it fails.
  static func functions<Functions>(
    of file: String, by load: (UnsafePointer<CChar>, UnsafeMutablePointer<Functions>) -> Int32
  ) -> Functions? {
    let functions = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    return load(file, functions) == 0 ? nil : functions.pointee
  }
}
