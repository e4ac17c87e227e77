import ArgumentParser
import PhotoLibrary
import Terminal
import Transfer

/// The option that says how pictures are shown.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How pictures are shown: \(Self.names) (default: auto, which asks the terminal).", valueName: "form"),
    transform: { text in
      guard let choice = GraphicsChoice(rawValue: text) else {
        throw ValidationError("--graphics takes \(Self.names).")
      }
      return choice
    })
  var graphics: GraphicsChoice?

  private static let names = GraphicsChoice.allCases.map(\.rawValue).joined(separator: ", ")

  /// How pictures are shown, by the option or the configuration.
  func choice(_ configuration: Configuration) -> GraphicsChoice {
    graphics ?? configuration.graphics ?? .automatic
  }
}

extension PictureFetcher {
  /// What fetches the pictures of a library, with the user's cache.
  @MainActor
  static func of(_ library: PhotoLibrary, _ configuration: Configuration) -> PictureFetcher {
    PictureFetcher(
      cache: configuration.pictureCache, client: TransferClient(),
      gonePictures: GonePictures(container: library.container),
      samples: Assets.sampleFolder.map(SamplePictures.init))
  }
}
