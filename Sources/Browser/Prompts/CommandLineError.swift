/// The reason why a line calls nothing.
nonisolated enum CommandLineError: Error, Hashable, CustomStringConvertible {
  case unknownCommand(String)
  case ambiguousName(String, [String])
  case unknownChoice(String, choices: [String])
  case noArgument(command: String)
  case noCount(String, command: String)
  case unavailable(reason: String)

  var description: String {
    switch self {
    case .unknownCommand(let name): "There is no command “\(name)” here"
    case .ambiguousName(let name, let names): "“\(name)” can be \(names.joined(separator: ", "))"
    case .unknownChoice(let text, let choices): "“\(text)” is none of \(choices.joined(separator: ", "))"
    case .noArgument(let name): "\(name) takes no text"
    case .noCount(let text, let name): "\(name) takes a number from 1 on, and not \(text)"
    case .unavailable(let reason): reason
    }
  }
}
