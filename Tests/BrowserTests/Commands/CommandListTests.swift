import Terminal
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("The table of commands")
struct CommandListTests {
  @Test("No key calls two commands, none has a digit, and every one has words for the help")
  func table() {
    let keys = CommandList.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(!keys.contains { $0.typed?.isNumber == true })
    #expect(Set(CommandList.all.map(\.id)).count == CommandList.all.count)
    for command in CommandList.all {
      #expect(!command.takesCount || command.count.first?.isNumber == true)
      #expect(!command.keys.isEmpty && !command.title.isEmpty && !command.help.isEmpty)
    }
    #expect(CommandList.onPhotos.union(CommandList.anywhere).isSubset(of: CommandList.all))
  }

  @Test(
    "The keys of the manual are there",
    arguments: [
      "j", "k", "h", "l", "g", "G", "q", "r", "d", "u", "/", "n", "N", "f", "s", " ", "i", "o", "y", "S", "?",
      "a", "!",
    ])
  func keys(key: Character) {
    #expect(CommandList.all.contains { $0.keys.contains(.character(key)) })
  }

  @Test("The manual has a line for each command")
  func manual() {
    let text = Browser.commandTable.plainText(width: 200)
    for command in CommandList.all {
      #expect(text.contains(command.keysText) && text.contains(command.helpText))
    }
    #expect(text.contains(CommandTable.countNote))
  }

  @Test("A command that takes a number has an example with its key, also with a photo alone")
  func counts() {
    for command in CommandList.all + CommandList.onOne where command.takesCount {
      #expect(command.keys.contains { command.count.contains("\($0)") }, "\(command.title): \(command.count)")
    }
    let counted = CommandList.all.filter(\.takesCount).flatMap(\.keys)
    for key: KeyEvent in ["j", "n", "N", " ", "d", "w", "y", "o", "p", "u", "r", "R"] {
      #expect(counted.contains(key), "\(key)")
    }
    for key: KeyEvent in ["s", "v", "a", "i", "f", "/", "S", "?", "!", "M", "q", .tab, .enter] {
      #expect(!counted.contains(key), "\(key)")
    }
  }
}
