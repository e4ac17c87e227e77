import ArgumentParser

/// The collection: lists the examples, or runs one of them.
@main
struct Program: AsyncParsableCommand {
  static let examples: [any Example.Type] = [
    Stacks.self, Photographers.self, OrgChart.self, Departments.self, Cars.self, People.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: "examples", abstract: "Small programs that show what ObjectGraph does.",
    subcommands: examples + [ListCommand.self], defaultSubcommand: ListCommand.self)
}

/// Says which examples there are; stands in for a name that is missing or wrong.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", usage: "examples <name>", shouldDisplay: false)

  @Argument(help: .hidden) var name: String?

  func validate() throws {
    guard let name else { return }
    let names = Self.names.joined(separator: ", ")
    throw ValidationError("There is no example named “\(name)”; there are \(names).")
  }

  private static var names: [String] {
    Program.examples.compactMap { $0.configuration.commandName }
  }

  func run() {
    let width = Self.names.map(\.count).max() ?? 0
    print("Small programs that show what ObjectGraph does; each is a short file in Sources/Examples.\n")
    for example in Program.examples {
      let name = (example.configuration.commandName ?? "").padding(to: width)
      print("  swift run examples \(name)  \(example.configuration.abstract)")
    }
  }
}
