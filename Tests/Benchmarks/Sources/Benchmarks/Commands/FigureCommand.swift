import Foundation

/// The command `figures`, which writes the figures of a report into a page of the documentation.
struct FigureCommand {
  private static let usage = "usage: benchmarks figures --json FILE --page FILE"

  private let json: URL
  private let page: URL

  init(arguments: [String]) throws {
    var arguments = Arguments(arguments, usage: Self.usage)
    json = URL(filePath: try arguments.option("--json"))
    page = URL(filePath: try arguments.option("--page"))
    guard arguments.rest.isEmpty else { throw Refusal(Self.usage) }
  }

  func run() throws {
    try FigurePage(file: page).write(try Report(contentsOf: json))
    print("figures in \(page.path)")
  }
}
