import ArgumentParser
import PhotoLibrary

extension Proofsheet {
  /// Parses the arguments of the program into a command.
  ///
  /// The command that the first argument names parses the others. The parser of the whole program finds the
  /// same command, but reflects on more types and knows what messages need: it parses requests for help and
  /// the version, and wrong usage.
  ///
  /// - Throws: ``UnknownCommand``, or an error with a message for the user from `fullMessage(for:)`.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.isEmpty {
      LibraryModel.prepare()
      return BrowseCommand.withoutArguments
    }
    if let unknown = UnknownCommand(arguments) { throw unknown }
    return try commandAlone(arguments) ?? parseAsRoot(arguments)
  }

  /// Returns the command if it can parse its arguments without the program.
  private static func commandAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    guard arguments.allSatisfy({ !programFlags.contains($0) }) else { return nil }
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    let type = named ?? BrowseCommand.self
    guard type.configuration.subcommands.isEmpty else { return nil }
    if type == BrowseCommand.self || type == PickCommand.self { LibraryModel.prepare() }
    let command = try? type.parseAsRoot(Array(named == nil ? arguments[...] : arguments.dropFirst()))
    // A request for help parses as a command too.
    return command.flatMap { Swift.type(of: $0) == type ? $0 : nil }
  }

  /// The flags that the program handles instead of a command.
  private static let programFlags = ["--help", "-h", "--version"]
}

extension BrowseCommand {
  /// The command as the parser makes it from no arguments.
  ///
  /// The parser is not called: it would be a tenth of the time to the first frame.
  fileprivate static var withoutArguments: BrowseCommand {
    var command = BrowseCommand()
    command.folder = nil
    command.options = LibraryOptions()
    (command.options.library, command.options.config) = (nil, nil)
    command.sources = SourceOptions()
    command.sources.source = nil
    command.sources.services = ServiceOptions()
    command.sources.services.endpoint = nil
    command.pictures = PictureOptions()
    command.pictures.graphics = nil
    (command.fresh, command.linear) = (false, false)
    return command
  }
}

extension CommandConfiguration {
  /// The configuration of a command that often parses its arguments without the program.
  ///
  /// Its parser does not look for requests for completion scripts, which belong to the program: that would be a tenth of the
  /// work. The name before the command has no other effect, because messages and help come from the parser of the program.
  var parsedAlone: CommandConfiguration {
    var configuration = self
    configuration._superCommandName = "proofsheet"
    return configuration
  }
}
