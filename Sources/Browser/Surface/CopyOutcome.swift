/// The outcome of copying lines of text.
nonisolated enum CopyOutcome {
  /// The lines are in the clipboard.
  case copied
  /// The terminal has the lines, and does not report whether it puts them into a clipboard.
  case sent
  /// The lines are in the output, as there is no clipboard.
  case printed
  /// The lines are too long for the clipboard of the terminal.
  case tooLong
}
