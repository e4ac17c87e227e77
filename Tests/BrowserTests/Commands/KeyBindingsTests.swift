import Foundation
import Terminal
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("Commands and their keys")
struct KeyBindingsTests {
  private let standard = KeyBindings()

  @Test("No key calls two commands of a place, digits are counts, and every command has words for the help")
  func table() {
    for place in BrowserCommand.Place.allCases {
      let commands = standard.commands(in: place)
      let keys = commands.flatMap(\.description.keys)
      #expect(Set(keys).count == keys.count)
      #expect(Set(commands.map(\.name)).count == commands.count)
      let names = commands.flatMap { [$0.name] + $0.aliases }
      #expect(Set(names).count == names.count)
    }
    let commands = BrowserCommand.all
    #expect(Set(commands.map(\.id)).count == commands.count)
    for command in commands {
      let words = command.description
      // Where photos are judged, digits are stars and labels. No count begins with 0.
      let hasDigit = words.keys.contains { $0.typed?.isNumber == true }
      #expect(!hasDigit || command.places == [.cull] || words.keys == ["0"])
      #expect(!words.takesCount || words.count.first?.isNumber == true)
      #expect(!words.title.isEmpty && !words.help.isEmpty && !command.places.isEmpty)
    }
  }

  @Test(
    "The keys of the manual are there",
    arguments: [
      "j", "k", "h", "l", "g", "G", "q", "r", "d", "u", "/", "n", "N", "f", "s", " ", "i", "o", "y", "S", "?",
      "a", "!", ":",
    ])
  func keys(key: Character) {
    #expect(standard.command(for: .character(key), in: .lists) != nil)
  }

  @Test("The manual has a line for each command")
  func manual() {
    let text = standard.table.plainText(width: 200)
    for command in BrowserCommand.all {
      #expect(text.contains(command.description.keysText) && text.contains(command.description.helpText))
    }
    #expect(text.contains(":quit") && text.contains(CommandTable.countNote))
  }

  @Test("A command that takes a number has an example with its key")
  func counts() {
    for command in BrowserCommand.all.map(\.description) where command.takesCount {
      #expect(command.keys.contains { command.count.contains("\($0)") }, "\(command.title): \(command.count)")
    }
    let counted = standard.commands(in: .lists).map(\.description).filter(\.takesCount).flatMap(\.keys)
    for key: KeyEvent in ["j", "n", "N", " ", "d", "w", "y", "o", "p", "u", "r", "R"] {
      #expect(counted.contains(key), "\(key)")
    }
    for key: KeyEvent in ["s", "v", "a", "i", "f", "/", "S", "?", "!", "M", "q", ":", .tab, .enter] {
      #expect(!counted.contains(key), "\(key)")
    }
  }

  @Test("The documentation of settings lists each command in the column of its places")
  func documentation() throws {
    let page = "../../../../Sources/proofsheet/Proofsheet.docc/Configuration.md"
    let file = URL(filePath: #filePath).appending(path: page).standardized
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let columns: [Set<BrowserCommand.Place>: Int] = [
      [.lists]: 0, [.lists, .deleted]: 0, [.photo]: 1, [.lists, .photo]: 2, [.lists, .photo, .deleted]: 2,
      [.lists, .photo, .map, .deleted]: 2, [.cull]: 0, [.compare]: 1, [.map]: 0, [.deleted]: 0,
    ]
    for command in BrowserCommand.all {
      let column = try #require(columns[command.places])
      #expect(rows.contains { $0.count > column && $0[column] == "`\(command.id)`" }, "\(command.id)")
    }
  }

  @Test("Settings give commands other keys, which help and messages name")
  func settings() throws {
    let bindings = try KeyBindings([
      "photo.delete": ["x", "Ctrl-X"], "photo.select": ["F2"], "photo.sheet": [],
      "list.half-page-down": ["Q"],
    ])
    #expect(bindings.command(for: "x", in: .lists)?.id == "photo.delete")
    #expect(bindings.command(for: "x", in: .photo)?.id == "photo.delete")
    #expect(bindings.command(for: .control("x"), in: .lists)?.id == "photo.delete")
    #expect(bindings.command(for: "d", in: .lists) == nil)
    #expect(bindings.key(of: .delete) == "x" && bindings.key(of: .sheet) == ":sheet")
    let text = bindings.table.plainText(width: 200)
    for example in ["3x deletes 3", "3 F2 selects 3", "3Q moves 3 halves", ":sheet"] {
      #expect(text.contains(example), "\(example)")
    }
    // A key can pass from one command to another.
    let swapped = try KeyBindings(["photo.delete": ["u"], "edit.undo": ["d"]])
    #expect(swapped.command(for: "d", in: .lists)?.id == "edit.undo")
  }

  @Test("Messages and hints name the first key of a command in a place, or in any place, or else its name")
  func firstKeys() throws {
    let settings = ["photo.delete": ["x", "Ctrl-X"], "photo.sheet": [], "edit.undo": ["d"]]
    for bindings in [standard, try KeyBindings(settings)] {
      for place in BrowserCommand.Place.allCases {
        for command in BrowserCommand.all {
          let here = bindings.commands(in: place).first { $0.id == command.id }
          let anywhere = bindings.commands.first { $0.id == command.id }
          let key = try #require(here ?? anywhere).description.keys.first
          let name = key?.description ?? ":" + command.name
          #expect(bindings.firstKey(of: command, in: place) == key)
          #expect(bindings.key(of: command, in: place) == name)
          #expect(bindings.hint(command, "goes", in: place) == KeyHint(name, key: key, "goes"))
        }
      }
    }
    #expect(try KeyBindings(settings).hint(.delete, "deletes", in: .photo).text == "x deletes")
    #expect(standard.hint(.slideShow, "shows", in: .cull).text == ":slide-show shows")
  }

  @Test(
    "A setting that cannot be used is refused with the reason",
    arguments: [
      (["photo.remove": ["x"]], "there is no command “photo.remove”"),
      (["delete": ["x"]], "did you mean photo.delete?"),
      (["photo.delete": ["Ctrl-"]], "“Ctrl-” is no key"),
      (["photo.delete": ["5"]], "digits begin a number"),
      (["photo.delete": ["Ctrl-C"]], "Ctrl-C quits"),
      (["photo.delete": ["j"]], "j would call both photo.delete and list.down"),
      (["photo.delete": ["f"]], "f would call both photo.delete and"),
    ])
  func refused(_ settings: [String: [String]], _ reason: String) {
    let error = #expect(throws: KeyBindings.SettingError.self) { try KeyBindings(settings) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("Every key of the table has a name that is understood")
  func names() {
    for key in BrowserCommand.all.flatMap(\.description.keys) {
      #expect(KeyEvent(name: key.description) == key, "\(key)")
    }
  }

  @Test(
    "A key that terminals report as another one has no name",
    arguments: [
      "Ctrl-I", "Ctrl-M", "Ctrl-H", "Ctrl-[", "Ctrl-?", "Ctrl-/", "Ctrl-Alt-h", "Ctrl-Tab", "Ctrl-Enter",
      "Shift-Enter", "Shift-Esc", "Ctrl-Backspace", "Shift-a",
    ])
  func otherKeys(name: String) {
    #expect(KeyEvent(name: name) == nil)
    let error = #expect(throws: KeyBindings.SettingError.self) { try KeyBindings(["photo.delete": [name]]) }
    #expect(error == .unknownKey(name, command: "photo.delete"))
  }

  @Test(
    "A key that terminals report has a name",
    arguments: [
      ("Ctrl-j", KeyEvent.control("j")), ("ctrl-_", .control("_")), ("Ctrl-Space", .control(" ")),
      ("Alt-Enter", KeyEvent(.enter, .alt)), ("Shift-Tab", .backTab),
      ("Ctrl-Alt-D", KeyEvent(.character("d"), [.control, .alt])),
      ("Ctrl-Del", KeyEvent(.delete, .control)), ("Ctrl-1", KeyEvent(.character("1"), .control)),
    ])
  func reportedKeys(name: String, key: KeyEvent) { #expect(KeyEvent(name: name) == key) }

  @Test("A typed line calls a command by its name, its beginning or an alias, with a text")
  func typed() throws {
    let commands = standard.commands(in: .lists)
    guard case .call(let sort, "views")? = try TypedCommand("sort  views", among: commands) else {
      Issue.record("no command")
      return
    }
    #expect(sort.id == "photo.sort")
    for (text, id) in [("del", "photo.delete"), ("q", "program.quit"), ("w ~/out", "photo.write")] {
      guard case .call(let command, _)? = try TypedCommand(text, among: commands) else {
        Issue.record("no \(text)")
        continue
      }
      #expect(command.id == id)
    }
    guard case .row(12)? = try TypedCommand(" 12", among: commands) else {
      Issue.record("no row")
      return
    }
    #expect(try TypedCommand("  ", among: commands) == nil)
    #expect(throws: CommandLineError.unknownCommand("zap")) { try TypedCommand("zap", among: commands) }
    #expect(throws: CommandLineError.self) { try TypedCommand("s", among: commands) }
  }

  @Test("The history goes back through what begins as the typed text, the latest first")
  func history() {
    let history = PromptHistory()
    for text in ["sort views", "write ~/a", "sort taken", "sort views", " "] {
      history.add(text, for: "command")
    }
    history.add("lighthouse", for: "search")
    let first = history.recall(from: nil, by: 1, typed: "sort", for: "command")
    #expect(first?.text == "sort views" && first?.index == 0)
    #expect(history.recall(from: 0, by: 1, typed: "sort", for: "command")?.text == "sort taken")
    #expect(history.recall(from: 1, by: 1, typed: "sort", for: "command") == nil)
    #expect(history.recall(from: 1, by: -1, typed: "sort", for: "command")?.text == "sort views")
    let typed = history.recall(from: 0, by: -1, typed: "sort", for: "command")
    #expect(typed?.text == "sort" && typed?.index == nil)
    #expect(history.recall(from: nil, by: -1, typed: "", for: "command") == nil)
  }

  @Test("A place has the commands of its base by the keys that are left")
  func bases() {
    #expect(standard.command(for: "p", in: .photo)?.id == "photo.slide-show")
    #expect(standard.command(for: "p", in: .cull)?.id == "cull.pick")
    #expect(standard.command(for: "p", in: .compare)?.id == "cull.pick")
    #expect(standard.command(for: "u", in: .cull)?.id == "cull.unflag")
    #expect(standard.key(of: .undo) == "u" && standard.key(of: .undo, in: .cull) == "U")
    #expect(standard.key(of: .slideShow, in: .cull) == ":slide-show")
    #expect(standard.command(for: .escape, in: .compare)?.id == "compare.end")
    #expect(standard.command(for: "z", in: .compare)?.id == "one.pixels")
  }
}
