public import Foundation
public import Transfer

/// Why there is no picture.
public enum PictureFetchError: Error, Hashable, Sendable {
  /// The task was cancelled: no failure to speak of.
  case cancelled
  /// The host has no such picture any more; since when that is known.
  case gone(since: Date)
  /// Nobody said where the photo's picture is.
  case noAddress
  /// The address of the picture is neither `http:` nor `https:`.
  case address(TransferURL)
  /// Something else came than a picture.
  case notPicture(TransferURL, isMarkup: Bool)
  /// The host answered with a status that is none of success.
  case status(Int, TransferURL)
  /// The host is asked too often.
  case busy(TransferURL)
  /// Nothing came.
  case transfer(TransferError)
  /// The file of a sample photo is not there, or holds no picture.
  case sample(path: String)
}

extension PictureFetchError: CustomStringConvertible, LocalizedError {
  /// One sentence that says what happened.
  public var description: String {
    switch self {
    case .cancelled: "The picture is not wanted any more."
    case .gone: "The picture is gone: its owner deleted it or made it private."
    case .noAddress: "Nobody said where the picture is; a refresh may tell."
    case .address(let url): "The picture's address “\(url)” is not fetched: only http: and https: are."
    case .notPicture(let url, isMarkup: true): "A web page came instead of the picture \(url)."
    case .notPicture(let url, isMarkup: false): "What came for \(url) is no picture."
    case .status(let status, let url): "The server answered \(status) to \(url)."
    case .busy(let url): "The server is asked too often for pictures such as \(url); try again later."
    case .transfer(let error): error.description
    case .sample(let path): "The sample picture \(path) cannot be read."
    }
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
