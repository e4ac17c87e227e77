import Foundation
import PictureFetching

/// An account download of Flickr: one zip file with JSON, others with pictures, or the folders into which they were unpacked.
///
/// Files are found by their names, wherever they lie: pictures and the JSON that describes them are in different zip files.
enum AccountDownload {
  /// Returns whether a path is that of an account download, by the names of its files.
  static func isOne(_ path: String) -> Bool {
    if isArchiveName(URL(filePath: path).lastPathComponent) { return true }
    let names = names(in: path)
    return names.contains { isDescription($0) || isArchiveName($0) } || isUnpacked(names, in: path)
  }

  /// Returns whether a folder has nothing but folders into which the parts of a download were unpacked, those with JSON among
  /// them: one that also has others, such as a folder of all pictures, is opened as what it is.
  private static func isUnpacked(_ names: [String], in path: String) -> Bool {
    var hasDescriptions = false
    for name in names where !name.hasPrefix(".") {
      let isDescribing = self.names(in: path + "/" + name).contains(where: isDescription)
      guard isDescribing || isPart(name) else { return false }
      hasDescriptions = hasDescriptions || isDescribing
    }
    return hasDescriptions
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// Returns whether a name is that of a JSON file of a download.
  private static func isDescription(_ name: String) -> Bool {
    AccountPhoto.isOne(name) || name == AccountOwner.fileName || name == AccountAlbum.fileName
  }

  /// Returns whether a name is one that Flickr gives to zip files.
  private static func isArchiveName(_ name: String) -> Bool { DownloadFiles.isArchive(name) && isPart(name) }

  /// Returns whether a name is that of a zip file of Flickr's, or of the folder into which it was unpacked.
  private static func isPart(_ name: String) -> Bool {
    name.hasPrefix("data-download-") || key(ofPart: name) != nil
  }

  /// Returns the key of a download in the name of a zip file of Flickr's, or of the folder into which it was unpacked:
  /// `72157724905358313_3ac1836c2225`, which the names of all parts of a download have; `nil` for names without it.
  ///
  /// Those with pictures are `data-download-1.zip`, without a key, or `data_72157724905358313_3ac1836c2225_1.zip` since 2025
  /// (https://github.com/brownphotographic/Flickr2Any-Tool/pull/15), those with JSON `72157724905358313_3ac1836c2225_part1.zip`
  /// (https://github.com/simulot/immich-go/issues/1354).
  private static func key(ofPart name: String) -> String? {
    var parts = name.split(separator: "_").map(String.init)
    let hasPictures = parts.first == "data"
    if hasPictures { parts.removeFirst() }
    // A number of a day or a camera has fewer digits.
    guard parts.count == 3, DownloadText.flickrID(parts[0]) != nil, parts[0].utf8.count >= 15,
      parts[1].allSatisfy(\.isHexDigit),
      hasPictures ? parts[2].first?.isNumber == true : parts[2].hasPrefix("part")
    else { return nil }
    return parts[0] + "_" + parts[1]
  }

  /// Returns the key of the download of which a file is in a part; `nil` if no name in its path has a key.
  static func key(of place: OwnPicture.Place) -> String? {
    place.fullPath.split(separator: "/").dropLast().reversed().lazy.compactMap { key(ofPart: String($0)) }
      .first
  }

  /// Returns whether a file is in a zip file that Flickr made, or in a folder into which it was unpacked.
  static func isFlickrs(_ place: OwnPicture.Place) -> Bool {
    place.fullPath.split(separator: "/").dropLast().contains { isPart(String($0)) }
  }

  /// Reads a download.
  ///
  /// - Throws: The errors of `DownloadFiles`.
  static func read(_ path: String) throws -> Download { try AccountReading(path).download }
}
