import ArgumentParser

/// Prints the manual page, which `make install` puts in its place.
struct ManualCommand: ParsableCommand {
  static let name = "manual"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Print the manual page.", shouldDisplay: false)

  func run() throws {
    var output = Output()
    for line in try ManualPage().text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      try output.line(String(line))
    }
    try output.end()
  }
}
