import ArgumentParser
import Terminal

/// The option that says how pictures are shown.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How pictures are shown: \(Self.names) (default: graphics of the configuration, else auto, which asks the terminal).
      """, valueName: "form"),
    completion: .list(GraphicsChoice.allCases.map(\.rawValue)),
    transform: { text in
      guard let choice = GraphicsChoice(rawValue: text) else {
        throw ValidationError("--graphics must be one of \(Self.names).")
      }
      return choice
    })
  var graphics: GraphicsChoice?

  private static let names = GraphicsChoice.allCases.map(\.rawValue).joined(separator: ", ")

  /// Returns the method of showing pictures, from the option or the configuration.
  func choice(_ configuration: Configuration) -> GraphicsChoice {
    graphics ?? configuration.graphics.flatMap(GraphicsChoice.init) ?? .automatic
  }
}
