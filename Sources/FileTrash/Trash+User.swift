extension Trash {
  /// Creates the trash that the environment of a program names.
  public init(environment: [String: String]) {
    // A relative path is ignored (XDG Base Directory Specification, “Basics”).
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(dataHome: data ?? (environment["HOME"] ?? "/") + "/.local/share")
  }
}
