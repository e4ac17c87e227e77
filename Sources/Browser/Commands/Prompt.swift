import ObjectGraph
import TerminalUI

/// A line in which something is typed.
struct Prompt {
  /// The purpose of the input.
  enum Purpose {
    case search
    case filter
    case source
    case export
  }

  let purpose: Purpose
  var field: TextField
  /// The row under the cursor before the prompt, restored if the prompt is canceled.
  let origin: ManagedObjectID?
  /// The filter before the prompt, restored if the prompt is canceled.
  let formerFilter: String
  /// The choices offered instead of typing.
  var picker: SourcePicker?
  /// The photos that an export is of, whatever becomes of the cursor while the folder is typed.
  var photos: [ManagedObjectID] = []
  /// The error in the text, shown in the line above the prompt.
  var note: String?
  /// A Boolean value that indicates whether Enter makes the folder that was typed.
  var makesFolder = false

  /// Forgets what was wrong with the text, because it changed.
  mutating func forgetRefusal() {
    note = nil
    makesFolder = false
  }
}
