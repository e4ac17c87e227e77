import Flickr
import Foundation
import PictureFetching

/// An account download of Flickr: one zip file with JSON, others with pictures, or the folders into which they were unpacked.
///
/// Files are found by their names, wherever they lie: pictures and the JSON that describes them are in different zip files.
enum AccountDownload {
  private static let largestPhoto = 8 << 20
  private static let largestIndex = 256 << 20

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
      guard isDescribing || isArchiveName(name + ".zip") else { return false }
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

  /// Returns whether a name is one that Flickr gives to zip files: `data-download-1.zip` with pictures,
  /// `72157724905358313_3ac1836c2225_part1.zip` with JSON (https://github.com/simulot/immich-go/issues/1354).
  private static func isArchiveName(_ name: String) -> Bool {
    guard DownloadFiles.isArchive(name) else { return false }
    if name.hasPrefix("data-download-") { return true }
    let parts = name.dropLast(4).split(separator: "_")
    return parts.count == 3 && DownloadText.flickrID(String(parts[0])) != nil
      && parts[1].allSatisfy(\.isHexDigit) && parts[2].hasPrefix("part")
  }

  /// Returns whether a file is in a zip file that Flickr made, or in a folder into which it was unpacked.
  private static func isFlickrs(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix("data-download-") }
  }

  /// Reads a download.
  ///
  /// - Throws: The errors of `DownloadFiles`.
  static func read(_ path: String) throws -> Download {
    let listing = try DownloadFiles(path: path, inArchives: true)
    let reader = DownloadReader()
    var download = Download()
    (download.faults, download.unreadable) = (listing.faults, listing.unreadable)
    var owner: AccountOwner?
    for file in listing.files where file.name == AccountOwner.fileName || file.name == AccountAlbum.fileName {
      do throws(UnreadableFile) {
        let json = try reader.json(of: file.place, limit: largestIndex)
        if file.name == AccountOwner.fileName { owner = owner ?? AccountOwner(json) }
        if file.name == AccountAlbum.fileName, download.albums.isEmpty {
          download.albums = AccountAlbum.albums(json)
        }
      } catch {
        download.unreadable.append(error)
      }
    }
    var records: [String: PhotoRecord] = [:]
    for file in listing.files where AccountPhoto.isOne(file.name) {
      try Task.checkCancellation()
      do throws(UnreadableFile) {
        let json = try reader.json(of: file.place, limit: largestPhoto)
        guard let record = AccountPhoto.record(json, owner: owner) else {
          throw UnreadableFile(file.place, reason: "it does not describe a photo")
        }
        records[record.id, default: record].addMissing(from: record)
      } catch {
        download.unreadable.append(error)
      }
    }
    // Numbers in the names of other pictures are no IDs.
    let isDescribed = owner != nil || !records.isEmpty || !download.albums.isEmpty
    let pictures = listing.files.filter { isDescribed || isFlickrs($0.place.path) }
    addPictures(pictures, owner, &records, &download)
    return download
  }

  /// Connects pictures with records; a picture without JSON gets a record of its own.
  private static func addPictures(
    _ files: [DownloadFiles.File], _ owner: AccountOwner?, _ records: inout [String: PhotoRecord],
    _ download: inout Download
  ) {
    var pictures: [String: DownloadFiles.File] = [:]
    let described = Set(records.keys)
    for file in files {
      guard let name = MediaName(file.name) else {
        if MediaName.isOne(file.name) {
          download.unreadable.append(
            UnreadableFile(file.place, reason: "its name does not contain the ID of a photo"))
        }
        continue
      }
      let id = name.id { described.contains($0) }
      if !name.isShown { download.otherKinds[name.ending, default: 0] += 1 }
      var record = records[id] ?? PhotoRecord(id: id)
      if !described.contains(id) {
        record.title = name.title
        (record.ownerID, record.ownerName) = (owner?.id, owner?.name)
      }
      record.media = record.media == "video" ? "video" : name.media
      records[id] = record
      // The same photo can be in several zip files; the largest file of them is the original.
      if name.isShown, file.size > pictures[id]?.size ?? -1 { pictures[id] = file }
    }
    download.items = records.keys.sorted().compactMap { id in
      records[id].map {
        Download.Item(record: $0, picture: pictures[id]?.place, isDescribed: described.contains(id))
      }
    }
  }
}
