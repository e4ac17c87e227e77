import TestSupport

extension LoopbackPhoto {
  /// A photo by a photographer whose id follows from the name.
  init(_ id: Int, _ title: String, by name: String) {
    self.init(id: "\(id)", title: title, ownerID: Self.ownerID(of: name), ownerName: name)
  }

  /// A photo whose pictures a host has.
  init(_ id: String, from host: LoopbackPictures) {
    self.init(id: id, title: "Photo \(id)", ownerID: Self.ownerID(of: "Ann"), ownerName: "Ann")
    pictureHost = host.url
  }

  static func ownerID(of name: String) -> String {
    "\(name.unicodeScalars.reduce(7) { ($0 * 31 + Int($1.value)) % 1_000_003 })@N01"
  }
}

/// Eight photos by three photographers, in three sections.
let threePhotographers = [
  LoopbackPhoto(11, "Anchor", by: "Ann"), LoopbackPhoto(12, "Bridge", by: "Ann"),
  LoopbackPhoto(13, "Cloud", by: "Ann"), LoopbackPhoto(14, "Dune", by: "Ann"),
  LoopbackPhoto(21, "Elk", by: "Bob"), LoopbackPhoto(31, "Fog", by: "Cid"),
  LoopbackPhoto(32, "Gate", by: "Cid"), LoopbackPhoto(33, "Harbour", by: "Cid"),
]
