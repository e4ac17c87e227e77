import Flickr
import Foundation
import PhotoLibrary

/// The sources of the key to Flickr's API: never the command line, which other users can see.
enum KeySettings {
  /// The key of `FLICKR_API_KEY`, else of the configuration, else of the file `key` beside it; nil when there is none.
  ///
  /// Throws one sentence, which never shows the key, about a file that cannot be used.
  static func key(_ configuration: Configuration) throws -> APIKey? {
    if let text = Environment.value("FLICKR_API_KEY") { return APIKey(text) }
    if let text = configuration.apiKey { return APIKey(text) }
    if let path = configuration.keyFile {
      return try read(URL(fileURLWithPath: UserPath.expanded(path)))
    }
    let usual = Folders.configuration.appendingPathComponent("key")
    return FileManager.default.fileExists(atPath: usual.path) ? try read(usual) : nil
  }

  private static func read(_ file: URL) throws -> APIKey {
    let text = try PrivateFile.text(of: file, called: "The key file \(file.path)", most: 4_096)
    guard let key = APIKey(text) else { throw Failure("The key file \(file.path) is empty.") }
    guard key.isOneWord else { throw Failure("The key file \(file.path) holds more than a key.") }
    return key
  }
}
