import ObjectGraph
import TerminalUI

/// A line in which something is typed.
struct Prompt {
  /// What it is typed for.
  enum Purpose {
    case search
    case filter
    case source
    case export
  }

  let purpose: Purpose
  var field: TextField
  /// Where the cursor was, to go back there if the prompt is canceled.
  let origin: ManagedObjectID?
  /// What the filter was, to go back to it.
  let formerFilter: String
  /// What can be chosen instead of being typed.
  var picker: SourcePicker?
  /// The photos that an export is of, whatever becomes of the cursor while the folder is typed.
  var photos: [ManagedObjectID] = []
  /// What is wrong with the text, in the line above the prompt.
  var note: String?
  /// A Boolean value that indicates whether Enter makes the folder that was typed.
  var makesFolder = false

  /// Forgets what was wrong with the text, because it changed.
  mutating func forgetRefusal() {
    note = nil
    makesFolder = false
  }
}
