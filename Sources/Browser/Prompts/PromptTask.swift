import TerminalUI

/// The use of what is typed in a prompt: one type for each thing that the browser asks for.
protocol PromptTask {
  /// The name of the history of texts.
  var history: String { get }
  /// The text before the input.
  var label: String { get }
  /// The facts that help to answer, in the lines above the input; `nil` for none.
  var facts: String? { get }
  /// The text to begin with.
  var initialText: String { get }
  /// The texts to choose from while something is typed; `nil` for none.
  var choices: ChoiceList? { get }

  /// Returns the choices in full, which takes a moment; `nil` if ``choices`` are all there is.
  func loadChoices() async throws -> ChoiceList?
  /// A Boolean value that indicates whether Tab completes the text.
  var completes: Bool { get }
  /// A Boolean value that indicates whether the user only confirms: a text other than “yes” gives up.
  var isConfirmation: Bool { get }
  /// A Boolean value that indicates whether the prompt asks for Enter alone.
  var awaitsEnter: Bool { get }

  /// Returns the completions of a text; `nil` if the choices are all there is, or completions take a moment.
  func completions(of text: String) -> ChoiceList?
  /// Returns completions of a text that take a moment; `nil` if there are none.
  func loadCompletions(of text: String) async throws -> ChoiceList?
  /// Follows what is being typed.
  ///
  /// - Throws: The reason why the text cannot be used as it is, which the prompt shows.
  func changed(to text: String) throws
  /// Uses what was typed.
  ///
  /// - Throws: The reason why the text cannot be used; the prompt stays open and shows it.
  func accept(_ text: String) throws
  /// Puts things back as they were before the prompt.
  func cancel()
}

extension PromptTask {
  var facts: String? { nil }
  var initialText: String { "" }
  var choices: ChoiceList? { nil }
  var completes: Bool { false }
  var isConfirmation: Bool { false }
  var awaitsEnter: Bool { isConfirmation }

  func loadChoices() async throws -> ChoiceList? { nil }

  func completions(of text: String) -> ChoiceList? { nil }
  func loadCompletions(of text: String) async throws -> ChoiceList? { nil }
  func changed(to text: String) {}
  func cancel() {}
}
