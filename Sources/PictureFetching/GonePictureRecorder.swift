public import Foundation

/// A type that remembers which photos have no picture any more, beyond the life of a fetcher.
public protocol GonePictureRecorder: Sendable {
  /// Records that the pictures of a photo are gone.
  ///
  /// - Throws: The error that prevented it; the fetcher then remembers it for its life.
  func record(_ subject: PictureSubject, since date: Date) async throws
}
