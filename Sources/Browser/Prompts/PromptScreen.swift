import ObjectGraph
import TerminalUI

/// A line in which something is typed.
struct Prompt {
  /// The purpose of the input.
  enum Purpose: String, Hashable, Sendable {
    case search
    case filter
    case source
    case export
    case command
  }

  let purpose: Purpose
  var field: TextField
  /// The row under the cursor before the prompt, restored if the prompt is canceled.
  let origin: ManagedObjectID?
  /// The place before the prompt, to which one can go back from a match.
  let jump: Jump
  /// The filter before the prompt, restored if the prompt is canceled.
  let formerFilter: String
  /// The choices offered instead of typing.
  var picker: ChoiceList?
  /// The text of the history that is shown, counted back from the latest; `nil` for what was typed.
  var recalled: Int?
  /// The text that was typed before the history was looked at.
  var typed = ""
  /// The photos that an export is of, whatever becomes of the cursor while the folder is typed.
  var photos: [ManagedObjectID] = []
  /// The error in the text, shown in the line above the prompt.
  var note: String?
  /// A Boolean value that indicates whether Enter makes the folder that was typed.
  var makesFolder = false

  /// Forgets what belonged to the former text: what was wrong with it, and its completions.
  mutating func textChanged() {
    forgetRefusal()
    recalled = nil
    if purpose == .command { picker = nil }
  }

  /// Forgets what was wrong with the text, because it changed.
  mutating func forgetRefusal() {
    note = nil
    makesFolder = false
  }
}
