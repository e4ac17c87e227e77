extension Trash {
  /// Creates the trash that the environment of a program names, else that in the folder of the user.
  ///
  /// - Parameters:
  ///   - environment: The variables of the environment.
  ///   - home: The path of the folder of the user.
  public init(environment: [String: String], home: String) {
    // A relative path is ignored (XDG Base Directory Specification, “Basics”).
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(dataHome: data ?? home + "/.local/share")
  }
}
