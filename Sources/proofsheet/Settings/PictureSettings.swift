import Foundation
import PhotoLibrary
import PictureFetching
import Transfer

/// The origin of pictures and their cache, from the environment and the configuration.
enum PictureSettings {
  /// The cache of pictures.
  static func cache(_ configuration: Configuration) -> PictureCache {
    PictureCache(
      folder: Folders.cache.appendingPathComponent("pictures"),
      sizeLimit: (configuration.cacheMegabytes ?? 512) * 1_000_000,
      ageLimit: TimeInterval(configuration.cacheDays ?? 30) * 86_400)
  }

  /// Gets pictures; notes in `library` which are gone.
  @MainActor
  static func fetcher(
    _ configuration: Configuration, noting library: PhotoLibrary?, tidies: Bool = true,
    notify: @escaping @Sendable (PictureNotice) -> Void = { _ in }
  ) -> PictureFetcher {
    PictureFetcher(
      cache: cache(configuration), client: TransferClient(),
      gonePictures: library.map { GonePictures(container: $0.container) },
      samples: Assets.sampleFolder.map { SamplePictures(folder: $0) }, tidies: tidies, notify: notify)
  }
}
