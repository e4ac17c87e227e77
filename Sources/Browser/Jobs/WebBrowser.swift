import Foundation

/// The user's web browser.
enum WebBrowser {
  /// No program that opens pages could be started.
  struct Unavailable: Error, CustomStringConvertible {
    let description = "No web browser could be started: set BROWSER, or install xdg-utils."
  }

  /// Has a page opened by the program that `BROWSER` names, else by `xdg-open`; nothing it prints reaches the
  /// screen.
  static func open(_ page: String) throws {
    let named = ProcessInfo.processInfo.environment["BROWSER"] ?? ""
    let program = named.isEmpty ? "xdg-open" : named
    guard OtherProgram.isInstalled(program) else { throw Unavailable() }
    try OtherProgram.start([program, page])
  }
}
