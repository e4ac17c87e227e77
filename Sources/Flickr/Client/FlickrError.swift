public import Foundation
public import Transfer

/// Why there is no page of photos.
public enum FlickrError: Error, Hashable, Sendable {
  /// Nothing came.
  case transfer(TransferError)
  /// The server answered, but with a status that is none of success; 429 when it is asked too often.
  case status(Int, url: TransferURL)
  /// Flickr refused (`"stat":"fail"`), with its code and words.
  case failed(code: Int, message: String)
  /// A web page (HTML) or other markup came instead of JSON.
  case markup
  /// What came is not JSON, from the byte at `offset` on.
  case notJSON(offset: Int)
  /// The answer ends in the middle, after so many bytes.
  case cutOff(bytes: Int)
  /// JSON came, but no list of photos; `keys` are the first names in it, none when it is not an object.
  case unexpectedShape(keys: [String])
  /// The source cannot be asked without a key.
  case keyRequired(PhotoSource)
  /// There is no sample roll to read.
  case noSampleRoll

  /// Whether the task was cancelled: no failure to speak of.
  public var isCancellation: Bool {
    if case .transfer(let error) = self { error.code == .cancelled } else { false }
  }
}

extension FlickrError: CustomStringConvertible, LocalizedError {
  /// One sentence that says what happened and, where something can be done, what.
  ///
  /// It never shows a key.
  ///
  /// Flickr's own words are quoted as they came: text from outside.
  public var description: String {
    switch self {
    case .transfer(let error): error.description
    case .status(let status, let url): Self.sentence(status: status, url: url)
    case .failed(let code, let message): Self.sentence(code: code, message: message)
    case .markup: "A web page came instead of Flickr's JSON; check the address and the network."
    case .notJSON(let offset): "The answer is not JSON (from byte \(offset) on); check the address."
    case .cutOff(bytes: 0): "The answer is empty; try again."
    case .cutOff(let bytes): "The answer is cut off after \(bytes) bytes; try again."
    case .unexpectedShape(let keys): Self.sentence(keys: keys)
    case .keyRequired(let source):
      "The source “\(source)” needs a Flickr API key: set FLICKR_API_KEY, or use the source “feed”."
    case .noSampleRoll: "There is no sample roll here; choose another source."
    }
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }

  private static func sentence(status: Int, url: TransferURL) -> String {
    let name = HTTPStatus.name(of: status)
    let answered = "The server answered \(status)\(name.isEmpty ? "" : " " + name) to \(url)"
    return switch status {
    case 429: answered + ": it is asked too often; try again in a few minutes."
    case 500...: answered + ": try again later."
    default: answered + "."
    }
  }

  /// Codes and their meaning: https://www.flickr.com/services/api/flickr.photos.search.html, “Error Codes”.
  private static func sentence(code: Int, message: String) -> String {
    let said =
      message.isEmpty ? "Flickr refused with code \(code)" : "Flickr says “\(message)” (code \(code))"
    return switch code {
    case 100: said + ": check FLICKR_API_KEY, or use the source “feed”, which needs no key."
    case 0, 105, 201: said + ": try again later."
    case 112: said + ": is this endpoint Flickr's?"
    case 95: said + ": use https:."
    default: said + "."
    }
  }

  private static func sentence(keys: [String]) -> String {
    guard !keys.isEmpty else { return "The answer is JSON, but no list of photos." }
    let names = keys.map { "“\($0)”" }.joined(separator: ", ")
    return "The answer is JSON, but no list of photos: it holds \(names)."
  }
}
