import Foundation
import Terminal

/// The pane of tmux that the program runs in, which passes pictures to the terminal behind it while the browser is open.
///
/// tmux drops what it does not know unless the option `allow-passthrough` is on (tmux(1)). Of the panes, only this one gets
/// the option, and only if nothing was chosen for it.
///
/// A program that is killed cannot take the option back. The pane is marked with the number of the process that set it, so that
/// the next browser there does not take the option for the user's choice.
struct TmuxPane {
  private let id: String

  /// Has tmux pass pictures through, if pictures are wanted that need it and the configuration allows it.
  static func passingThrough(for graphics: GraphicsChoice, _ configuration: Configuration) -> TmuxPane? {
    guard configuration.tmuxPassthrough ?? true, [.automatic, .kitty].contains(graphics) else { return nil }
    return passingThrough()
  }

  /// Has tmux pass pictures through; `nil` outside tmux, in a tmux without the option (before 3.3), and where it is on
  /// already or the user turned it off for this pane, or another browser set it that is suspended there.
  private static func passingThrough() -> TmuxPane? {
    guard Environment.value("TMUX") != nil, let id = Environment.value("TMUX_PANE") else { return nil }
    guard let options = options(of: id) else { return nil }
    if let own = options[option] {
      guard own == "on", let owner = options[mark].flatMap({ pid_t($0) }), !isRunning(owner) else {
        return nil
      }
    } else {
      // The value that holds for the pane, which has none itself.
      guard run(["show-options", "-Apqv", "-t", id, option]) == "off" else { return nil }
    }
    let setting = ["set-option", "-p", "-t", id]
    guard run(setting + [option, "on", ";"] + setting + [mark, "\(getpid())"]) != nil else { return nil }
    return TmuxPane(id: id)
  }

  /// Returns the options that a pane has itself; `nil` if tmux does not say.
  private static func options(of id: String) -> [String: String]? {
    run(["show-options", "-pq", "-t", id]).map { text in
      let pairs = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
      return Dictionary(pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }) { first, _ in
        first
      }
    }
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// Gives the pane the options back that it had.
  func restore() {
    let unsetting = ["set-option", "-pu", "-t", id]
    _ = Self.run(unsetting + [Self.option, ";"] + unsetting + [Self.mark])
  }

  /// The message about it.
  static let notice =
    "tmux passes pictures through this pane until the browser ends (tmux_passthrough = false prevents it)"

  private static let option = "allow-passthrough"
  /// The option of the pane that names the process, one of those that tmux keeps for others.
  private static let mark = "@proofsheet-passthrough"

  /// Returns what tmux prints; `nil` if it fails.
  private static func run(_ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--", "tmux"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
