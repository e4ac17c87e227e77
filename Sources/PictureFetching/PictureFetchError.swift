public import Foundation
public import Transfer

/// The reason why a picture could not be fetched.
public enum PictureFetchError: Error, Hashable, Sendable {
  /// The task was canceled, which is not reported as a failure.
  case canceled
  /// The host has no such picture any more, as known since the date.
  case gone(since: Date)
  /// No URL of the photo's picture is known.
  case noAddress
  /// The URL of the picture is neither `http:` nor `https:`.
  case address(TransferURL)
  /// The response is not a picture.
  case notPicture(TransferURL, isMarkup: Bool)
  /// The host responded with an unsuccessful status.
  case status(Int, TransferURL)
  /// The rate limit of the host was exceeded.
  case busy(TransferURL)
  /// There was no response.
  case transfer(TransferError)
  /// The user's file with the picture cannot be shown, for a reason.
  case file(path: String, reason: String)
  /// The user's raw file cannot be shown by its preview, for a reason.
  case preview(path: String, reason: String)
  /// The file of a sample photo does not exist, or is not a picture.
  case sample(path: String)
}

extension PictureFetchError {
  /// A Boolean value that indicates whether a later request may succeed although nothing changed in the library.
  public var isTransient: Bool {
    switch self {
    case .status, .notPicture, .busy, .transfer: true
    case .canceled, .gone, .noAddress, .address, .file, .preview, .sample: false
    }
  }
}

extension PictureFetchError: CustomStringConvertible, LocalizedError {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .canceled: "The picture is not wanted any more."
    case .gone: "The picture is gone: its owner deleted it or made it private."
    case .noAddress: "The address of the picture is not known; a refresh may find it."
    case .address(let url): "The picture's address “\(url)” is not fetched: only http: and https: are."
    case .notPicture(let url, isMarkup: true): "A web page came instead of the picture \(url)."
    case .notPicture(let url, isMarkup: false): "What came for \(url) is no picture."
    case .status(let status, let url): "The server answered \(status) to \(url)."
    case .busy(let url): "The server is asked too often for pictures such as \(url); try again later."
    case .transfer(let error): error.description
    case .file(let path, let reason), .preview(let path, let reason):
      "The file \(path) cannot be shown: \(reason)."
    case .sample(let path): "The sample picture \(path) cannot be read."
    }
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
