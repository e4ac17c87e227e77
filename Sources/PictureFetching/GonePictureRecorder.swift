public import Foundation

/// A type that remembers which photos have no picture any more, beyond the life of a fetcher.
public protocol GonePictureRecorder: Sendable {
  /// Records that the pictures of a photo are gone.
  ///
  /// - Returns: A Boolean value that indicates whether subjects of the photo have ``PictureSubject/goneSince`` from now on;
  ///   otherwise the fetcher remembers it for its life.
  /// - Throws: The error that prevented it; the fetcher then remembers it, too.
  func record(_ subject: PictureSubject, since date: Date) async throws -> Bool
}
