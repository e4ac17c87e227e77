import TerminalUI

/// The use of what is typed in a prompt: one type for each thing that the browser asks for.
protocol PromptTask {
  /// The name of the history of texts.
  var history: String { get }
  /// The text before the input.
  var label: String { get }
  /// The text to begin with.
  var initialText: String { get }
  /// The texts to choose from while something is typed; `nil` for none.
  var choices: ChoiceList? { get }

  /// Returns the completions of a text; `nil` if the choices are all there is.
  func completions(of text: String) -> ChoiceList?
  /// Follows what is being typed.
  func changed(to text: String)
  /// Uses what was typed.
  ///
  /// - Throws: The reason why the text cannot be used; the prompt stays open and shows it.
  func accept(_ text: String) throws
  /// Puts things back as they were before the prompt.
  func cancel()
}

extension PromptTask {
  var initialText: String { "" }
  var choices: ChoiceList? { nil }

  func completions(of text: String) -> ChoiceList? { nil }
  func changed(to text: String) {}
  func cancel() {}
}
