import PictureFetching

/// The owners of the account downloads in a folder, and what belongs to each.
struct AccountOwners {
  /// The owners by NSID.
  private var owners: [String: AccountOwner] = [:]
  /// The NSIDs by the folders of the profiles.
  private var folders: [String: String] = [:]
  /// The NSIDs by the keys of the downloads that have the profiles.
  private var downloads: [String: String] = [:]
  /// The NSIDs by the path aliases of the owners in the addresses of their photos.
  private var aliases: [String: String] = [:]

  /// A Boolean value that indicates whether there is no profile.
  var isEmpty: Bool { owners.isEmpty }

  /// The owner, if there is one only.
  var only: AccountOwner? { owners.count == 1 ? owners.values.first : nil }

  /// Adds the owner of a profile; of several profiles of an owner, or of a download, the first counts.
  mutating func add(_ owner: AccountOwner, at place: OwnPicture.Place) {
    owners[owner.id] = owners[owner.id] ?? owner
    folders[place.folder] = owner.id
    if let key = AccountDownload.key(of: place) { downloads[key] = downloads[key] ?? owner.id }
  }

  /// Adds the name in the address of a photo, for photos whose descriptions are elsewhere.
  mutating func add(address: String, at place: OwnPicture.Place) {
    // An NSID stands for its owner alone, wherever the photo lies.
    guard !address.contains("@"), aliases[address] == nil else { return }
    aliases[address] = id(at: place)
  }

  /// Returns the owner of what is described in a file: the one whose NSID is in the address of the photo, whose profile lies
  /// beside it or in another part of the download, or whose photos have such an address, or else the only one.
  func owner(at place: OwnPicture.Place, address: String? = nil) -> AccountOwner? {
    if let owner = address.flatMap({ owners[$0] }) { return owner }
    let id = id(at: place) ?? address.flatMap { aliases[$0] }
    return id.flatMap { owners[$0] } ?? only
  }

  /// Returns the NSID of the profile beside a file, or in another part of the download.
  private func id(at place: OwnPicture.Place) -> String? {
    folders[place.folder] ?? AccountDownload.key(of: place).flatMap { downloads[$0] }
  }
}
