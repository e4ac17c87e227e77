import Foundation
import Terminal

/// The pane of tmux that the program runs in, which passes pictures to the terminal behind it while the browser is open.
///
/// tmux drops what it does not know unless the option `allow-passthrough` is on (tmux(1)). Of the panes, only this one gets
/// the option, and only if nothing was chosen for it.
struct TmuxPane {
  private let id: String

  /// Has tmux pass pictures through, if pictures are wanted that need it and the configuration allows it.
  static func passingThrough(for graphics: GraphicsChoice, _ configuration: Configuration) -> TmuxPane? {
    guard configuration.tmuxPassthrough ?? true, [.automatic, .kitty].contains(graphics) else { return nil }
    return passingThrough()
  }

  /// Has tmux pass pictures through; `nil` outside tmux, in a tmux without the option (before 3.3), and where it is on
  /// already or the user turned it off for this pane.
  private static func passingThrough() -> TmuxPane? {
    guard Environment.value("TMUX") != nil, let id = Environment.value("TMUX_PANE") else { return nil }
    // The value that holds, and then that of the pane itself, if it has one.
    let questions = ["-Apqv", "-pqv"].map { ["show-options", $0, "-t", id, option] }
    guard run(questions[0]) == "off", run(questions[1]) == "" else { return nil }
    guard run(["set-option", "-p", "-t", id, option, "on"]) != nil else { return nil }
    return TmuxPane(id: id)
  }

  /// Gives the pane the options back that it had.
  func restore() { _ = Self.run(["set-option", "-pu", "-t", id, Self.option]) }

  /// The message about it.
  static let notice =
    "tmux passes pictures through this pane until the browser ends (tmux_passthrough = false prevents it)"

  private static let option = "allow-passthrough"

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
