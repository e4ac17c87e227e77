import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("Commands")
struct CommandTests {
  private func command(_ id: String, _ keys: [KeyEvent], group: String = "Moving") -> Command {
    Command(CommandDescription(id: id, title: id, keys: keys, help: "Does \(id).", group: group)) { _ in }
  }

  /// What typing `keys` calls: identifiers with their counts.
  private func calls(_ keys: String, _ map: KeyMap) -> [String] {
    var map = map
    return keys.compactMap { key in
      let event: KeyEvent = key == "\u{1b}" ? .escape : .character(key)
      guard let (command, count) = map.consume(event) else { return nil }
      return command.description.id + (count.map { " \($0)" } ?? "")
    }
  }

  @Test(
    "are found by their keys, with the count typed before",
    arguments: [
      ("j", ["down"]), ("5j", ["down 5"]), ("12G", ["bottom 12"]), ("10j3G", ["down 10", "bottom 3"]),
      ("xj", ["down"]),
      ("5xj", ["down"]), ("5\u{1b}j", ["down"]), ("\u{1b}", ["back"]), ("0j", ["down"]),
      ("100j", ["down 100"]),
      ("99999999999999999999999j", ["down 99999999"]),
    ])
  func counts(keys: String, expected: [String]) {
    let map = KeyMap([command("down", ["j", .down]), command("bottom", ["G"]), command("back", [.escape])])
    #expect(calls(keys, map) == expected)
  }

  @Test("that claim one key leave it to the first")
  func conflicts() {
    let map = KeyMap([command("first", ["d"]), command("second", ["d", "e"])])
    #expect(calls("de", map) == ["first", "second"])
  }

  private final class State {
    var done = 0
    var reason: String? = "no photo selected"
  }

  @Test("that are not available do nothing and say why")
  func availability() {
    let state = State()
    let description = CommandDescription(
      id: "delete", title: "Delete", keys: ["d"], count: "3d deletes 3", group: "Photos")
    let command = Command(
      description, availability: { state.reason.map { .disabled(reason: $0) } ?? .enabled },
      action: { state.done += $0 ?? 1 })
    #expect(command.perform(count: 3) == .disabled(reason: "no photo selected"))
    #expect(state.done == 0)
    state.reason = nil
    #expect(command.perform(count: 3) == .enabled)
    #expect(state.done == 3)
  }

  @Test("that take no count refuse one and say so")
  func refusedCount() {
    let state = State()
    let sort = Command(CommandDescription(id: "sort", title: "Sort", keys: ["s"], group: "Photos")) { _ in
      state.done += 1
    }
    #expect(sort.perform(count: 3) == .disabled(reason: "s (Sort) takes no number") && state.done == 0)
    #expect(sort.perform() == .enabled && state.done == 1)
  }

  @Test("are listed under their headings, and narrowed down by what is typed")
  func table() {
    let table = CommandTable(
      [
        command("down", ["j", .down]), command("quit", ["q", .control("c")], group: "Program"),
        command("up", ["k"]),
      ].map(\.description))
    #expect(
      table.plainText(width: 80) == """
        Moving
          j, Down    Does down.
          k          Does up.

        Program
          q, Ctrl-C  Does quit.

        A number typed before a key counts where an example shows it (5j); other keys
        take none.

        """)
    #expect(table.plainText(width: 20).hasPrefix("Moving\n  j, Down    Does\n             down.\n"))
    #expect(table.groups(matching: "CTRL").flatMap(\.commands).map(\.id) == ["quit"])
    #expect(table.groups(matching: "mov").flatMap(\.commands).map(\.id) == ["down", "up"])
    #expect(table.groups(matching: "nothing").isEmpty)
  }

  @Test("are shown as help that scrolls, filters and closes")
  func help() {
    let commands =
      (0..<30).map { command("command\($0)", [.function($0)]) } + [command("quit", ["q"], group: "Program")]
    let help = HelpView(commands: commands)
    func shown() -> String { screen(60, 14) { help.show(in: $0, isFocused: true) }.joined(separator: "\n") }
    #expect(shown().contains("Does command0.") && !shown().contains("Does quit."))
    #expect(help.handle(.key(.pageDown)) == .handled && help.handle(.key(.pageDown)) == .handled)
    _ = shown()
    #expect(help.handle(.key(.pageDown)) == .handled)
    #expect(shown().contains("Does quit."))
    for key in "/quit" { #expect(help.handle(.key(.character(key))) == .handled) }
    #expect(
      shown().contains("Filter: quit") && shown().contains("Does quit.") && !shown().contains("command"))
    #expect(help.handle(.paste("zzz")) == .handled)
    #expect(shown().contains("No such command"))
    #expect(help.handle(.key("?")) == .handled)
    #expect(help.handle(.key(.escape)) == .closed)
    for key: KeyEvent in ["?", "q"] { #expect(HelpView(commands: commands).handle(.key(key)) == .closed) }
    let typed = HelpView(commands: commands)
    for key: KeyEvent in ["/", "q", "?"] { #expect(typed.handle(.key(key)) == .handled) }
  }

  @Test("end with the note of the help, as long as nothing is looked for")
  func note() {
    let help = HelpView(commands: [command("quit", ["q"])], note: "A note that is longer than a line of it.")
    func shown() -> String { screen(30, 14) { help.show(in: $0, isFocused: true) }.joined(separator: "\n") }
    #expect(shown().contains("A note that is longer") && shown().contains("a line of it."))
    #expect(help.handle(.key("u")) == .handled)
    #expect(!shown().contains("A note"))
  }
}

/// What `draw` draws on a screen of that size, as text.
@MainActor func screen(_ width: Int, _ height: Int, _ draw: (Canvas) -> Void) -> [String] {
  let grid = CellGrid(size: Size(width: width, height: height))
  draw(grid.canvas)
  return grid.rows
}
