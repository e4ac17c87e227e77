import Flickr
import Foundation
import PictureFetching

/// The reading of an account download.
///
/// A folder may have the downloads of several accounts, and several of one account: a photo or an album then has the values of
/// the newest description.
struct AccountReading {
  private(set) var download = Download()
  private let files: [DownloadFiles.File]
  private let reader = DownloadReader()
  private var owners = AccountOwners()
  private var records: [String: PhotoRecord] = [:]
  /// The files of the newest descriptions, by the IDs of the photos.
  private var sources: [String: DownloadFiles.File] = [:]

  private static let largestPhoto = 8 << 20
  private static let largestIndex = 256 << 20

  /// Reads a download.
  ///
  /// - Throws: The errors of `DownloadFiles`.
  init(_ path: String) throws {
    let listing = try DownloadFiles(path: path, inArchives: true)
    files = listing.files
    (download.faults, download.unreadable) = (listing.faults, listing.unreadable)
    readOwners()
    readAlbums()
    try readPhotos()
    addPictures()
  }

  private mutating func readOwners() {
    for file in newest(AccountOwner.fileName) {
      guard let json = json(of: file, limit: Self.largestIndex), let owner = AccountOwner(json) else {
        continue
      }
      owners.add(owner, at: file.place)
    }
  }

  private mutating func readAlbums() {
    var known: Set<String> = []
    for file in newest(AccountAlbum.fileName) {
      guard let json = json(of: file, limit: Self.largestIndex) else { continue }
      let ownerID = owners.owner(at: file.place)?.id
      download.albums += AccountAlbum.albums(json, ownerID: ownerID).filter { known.insert($0.id).inserted }
    }
  }

  private mutating func readPhotos() throws {
    var addresses: [String: String] = [:]
    for file in files where AccountPhoto.isOne(file.name) {
      try Task.checkCancellation()
      guard let json = json(of: file, limit: Self.largestPhoto) else { continue }
      guard let record = AccountPhoto.record(json) else {
        download.unreadable.append(UnreadableFile(file.place, reason: "it does not describe a photo"))
        continue
      }
      let address = AccountPhoto.address(json)
      if let address { owners.add(address: address, at: file.place) }
      if let source = sources[record.id], source.modified > file.modified { continue }
      (records[record.id], sources[record.id], addresses[record.id]) = (record, file, address)
    }
    for (id, file) in sources {
      let owner = owners.owner(at: file.place, address: addresses[id])
      records[id]?.ownerID = owner?.id
      records[id]?.ownerName = owner?.name
    }
  }

  /// Returns the files of a name, the newest first; of equally old ones the last by path.
  private func newest(_ name: String) -> [DownloadFiles.File] {
    files.enumerated().filter { $1.name == name }.map { (modified: $1.modified, index: $0, file: $1) }
      .sorted { ($0.modified, $0.index) > ($1.modified, $1.index) }.map { $0.file }
  }

  /// Returns the JSON in a file; adds a file without it to those that are unreadable.
  private mutating func json(of file: DownloadFiles.File, limit: Int) -> LooseJSON? {
    do throws(UnreadableFile) { return try reader.json(of: file.place, limit: limit) } catch {
      download.unreadable.append(error)
      return nil
    }
  }

  /// Connects pictures with records; a picture without JSON gets a record of its own.
  private mutating func addPictures() {
    let isDescribed = !owners.isEmpty || !records.isEmpty || !download.albums.isEmpty
    var pictures: [String: DownloadFiles.File] = [:]
    let described = Set(records.keys)
    for file in files where MediaName.isOne(file.name) {
      guard isDescribed || AccountDownload.isFlickrs(file.place) else { continue }
      guard let name = MediaName(file.name), let id = Self.id(of: file, named: name, among: described) else {
        download.unreadable.append(
          UnreadableFile(file.place, reason: "its name does not contain the ID of a photo"))
        continue
      }
      if !name.isShown { download.otherKinds[name.ending, default: 0] += 1 }
      var record = records[id] ?? PhotoRecord(id: id)
      if !described.contains(id) {
        record.title = name.title
        let owner = owners.owner(at: file.place)
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

  /// Returns the ID of the photo of a picture: one that is described, or else the likeliest.
  ///
  /// Numbers in the names of other pictures, such as those of a camera beside the zip files, are days and times.
  private static func id(
    of file: DownloadFiles.File, named name: MediaName, among described: Set<String>
  ) -> String? {
    name.candidates.first(where: described.contains)
      ?? (name.isFlickrs || AccountDownload.isFlickrs(file.place) ? name.candidates.first : nil)
  }
}
