import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The line that calls commands by name.
extension Browser {
  /// Calls what was typed.
  ///
  /// - Throws: ``CommandLineError``, and what the command throws.
  func run(_ text: String) throws {
    switch try typedCommand(text) {
    case nil: break
    case .row(let number):
      let number = min(max(1, number), KeyMap.highestCount)
      let traits: BrowserCommand.Traits =
        switch commandPlace {
        case .map: []
        case .deleted: .onWholeList
        case .lists, .photo, .cull, .compare: [.onPhotos, .onWholeList]
        }
      try whenListed(traits) { [self] in goTo(row: number) }
    case .call(let command, let text):
      try whenListed(command.traits) { [self] in try call(command, text) }
    }
  }

  /// Understands a line; of a command of another place, the error names the way there.
  private func typedCommand(_ text: String) throws(CommandLineError) -> TypedCommand? {
    do {
      return try TypedCommand(text, among: keyboard.bindings.commands(in: commandPlace))
    } catch {
      guard case .unknownCommand(let name) = error,
        let command = TypedCommand.named(name, among: keyboard.bindings.commands)
      else { throw error }
      throw .unavailable(reason: reasonForAbsence(of: command))
    }
  }

  /// Goes to a row of the list whose cursor keys move, or to a number of the map.
  func goTo(row number: Int) {
    if let map, commandPlace == .map { return map.select(number: number) }
    if deleted == nil { lists.keepJump() }
    let list = movedList
    if list.isFilling, !list.hasFirstRow || number > list.rowCount {
      start(list.restart(atRow: number), list.loadRest)
    } else {
      list.view.goTo(number)
    }
  }

  private func call(_ command: BrowserCommand, _ text: String?) throws {
    if let text, let argument = command.argument {
      let availability = command.bound(to: self).availability
      if case .disabled(let reason) = availability { throw CommandLineError.unavailable(reason: reason) }
      return try argument.action(self, text)
    }
    let count = try text.map { try self.count($0, of: command) }
    if case .disabled(let reason) = command.bound(to: self).perform(count: count) {
      throw CommandLineError.unavailable(reason: reason)
    }
  }

  /// Returns the count that a text is, within the bounds that counts before keys have.
  private func count(_ text: String, of command: BrowserCommand) throws(CommandLineError) -> Int {
    let digits = text.drop { $0 == "-" }
    guard command.description.takesCount, digits.allSatisfy(\.isNumber), !digits.isEmpty else {
      throw .noArgument(command: command.name)
    }
    guard let count = Int(text), (1...KeyMap.highestCount).contains(count) else {
      throw .noCount(text, command: command.name)
    }
    return count
  }

  /// Returns completions of a line that take a moment; `nil` if its command has none.
  func loadCompletions(of text: String) async throws -> ChoiceList? {
    guard let (command, typed) = commandWithText(text), let argument = command.argument,
      takesAMoment(argument)
    else { return nil }
    let loaded: [Choice]
    if let load = argument.loadCompletions {
      loaded = try await load(self, typed)
    } else {
      let all = try await library.context.whenAtHand { argument.choices(self) }
      loaded = all.filter { $0.text.hasPrefix(typed) }
    }
    let choices = loaded.map { choice in
      Choice(
        text: "\(command.name) \(choice.text)", meaning: choice.meaning, label: choice.label ?? choice.text)
    }
    return ChoiceList(title: command.description.title, choices: choices, keysText: "Tab")
  }

  /// Returns the command of a line, and what is typed behind its name; `nil` without a blank behind the name.
  private func commandWithText(_ text: String) -> (BrowserCommand, typed: String)? {
    let commands = keyboard.bindings.commands(in: commandPlace)
    guard let end = text.firstIndex(of: " "),
      case .call(let command, _)? = try? TypedCommand(String(text[..<end]), among: commands)
    else { return nil }
    return (command, String(text[text.index(after: end)...]))
  }

  /// Returns the completions of a line: names of commands, or texts that a command takes; `nil` if they take a moment.
  func completions(of text: String) -> ChoiceList? {
    let commands = keyboard.bindings.commands(in: commandPlace)
    let choices: [Choice]
    if let (command, typed) = commandWithText(text) {
      if let argument = command.argument, takesAMoment(argument) { return nil }
      choices = (command.argument?.choices(self) ?? []).filter { $0.text.hasPrefix(typed) }
        .map { Choice(text: "\(command.name) \($0.text)", meaning: $0.meaning) }
    } else {
      choices = commands.filter { $0.name.hasPrefix(text) }.map(choice(of:))
    }
    return ChoiceList(title: "Commands", choices: choices, keysText: "Tab")
  }

  /// Returns whether the completions of an argument are not at hand at once.
  private func takesAMoment(_ argument: BrowserCommand.Argument) -> Bool {
    argument.loadCompletions != nil || argument.readsLibrary && library.isRemote
  }

  private func choice(of command: BrowserCommand) -> Choice {
    let key = command.description.keys.first.map { "\($0): " } ?? ""
    let text = command.name + (command.argument == nil ? "" : " ")
    return Choice(text: text, meaning: key + command.description.help)
  }
}
