public import Foundation
internal import Transfer

extension FlickrError: CustomStringConvertible, LocalizedError {
  /// The failure in one sentence and, where possible, its remedy.
  ///
  /// It never contains a key. Flickr's own messages are quoted as received: they are untrusted text.
  public var description: String {
    switch self {
    case .transfer(let error): sentence(error)
    case .status(let status, let url): Self.sentence(status: status, url: url)
    case .failed(let code, let message): FlickrRefusal(code: code, message: message).sentence
    case .markup: "A web page came instead of Flickr's JSON; check the address and the network."
    case .notJSON(let offset): "The answer is not JSON (from byte \(offset) on); check the address."
    case .cutOff(bytes: 0): "The answer is empty; try again."
    case .cutOff(let bytes): "The answer is cut off after \(bytes) bytes; try again."
    case .unexpectedShape(let keys): Self.sentence(keys: keys)
    case .tooManyPhotos(let limit): "The answer lists more than \(limit) photos; no page of Flickr's does."
    case .leftAlone(let duration):
      "The server asked to be left alone for another \(duration.waitingText); try again then."
    case .keyRequired(let source):
      "The source “\(source)” needs a Flickr API key: set FLICKR_API_KEY, or key_file in the configuration, "
        + "or use the source “feed”."
    case .noSampleRoll: "There is no sample roll here; choose another source."
    }
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }

  private func sentence(_ error: TransferError) -> String {
    guard isOffline else { return error.description }
    let host = error.url.host ?? ""
    let what =
      switch error.code {
      case .unknownHost: "the host \(host) cannot be found"
      case .connectionRefused: "\(host) refuses the connection"
      default: "\(host) cannot be reached"
      }
    return "You seem to be offline: \(what); check the network and try again."
  }

  private static func sentence(status: Int, url: TransferURL) -> String {
    let name = HTTPStatus.name(of: status)
    let answered = "The server answered \(status)\(name.isEmpty ? "" : " " + name) to \(url.brief)"
    return switch status {
    case 429: answered + ": it is asked too often; try again in a few minutes."
    case 500...: answered + ": try again later."
    default: answered + "."
    }
  }

  private static func sentence(keys: [String]) -> String {
    guard !keys.isEmpty else { return "The answer is JSON, but no list of photos." }
    let names = keys.map { "“\($0)”" }.joined(separator: ", ")
    return "The answer is JSON, but no list of photos: it holds \(names)."
  }
}
