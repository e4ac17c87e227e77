import Flickr
import ObjectGraph
import PictureLooks

@testable import PhotoLibrary

/// The values of facets, computed from photos.
enum FacetExamples {
  /// Returns the values that a photo has of a facet whose values can be listed; none for other facets.
  static func values(of facet: PhotoFacet, in photo: Photo) -> Set<String> {
    func date(_ length: Int) -> String? { photo.taken.map { String($0.prefix(length)) } }
    let values: [String?] =
      switch facet {
      case .by: [photo.photographer?.name]
      case .tag: (photo.tags ?? "").lowercased().split(separator: " ").map { String($0) }
      case .license: [photo.license.map { license in Int(license).flatMap(LicenseName.name) ?? license }]
      case .year: [date(4)]
      case .month: [has(.month, photo) ? date(7) : nil]
      case .taken: [has(.day, photo) ? date(10) : nil]
      case .source: photo.sources.map { $0.name }
      case .album: photo.albumEntries.map { $0.album?.title }
      case .folder: photo.files.filter { $0.missingSince == nil }.flatMap { folders[$0.folder] ?? [] }
      case .has: PhotoProperty.allCases.filter { has($0, photo) }.map { $0.rawValue }
      case .media: [photo.media?.lowercased()]
      case .camera: [photo.shot?.camera]
      case .lens: [photo.shot?.lens]
      case .flag: [photo.marks.flag.name]
      case .star: ["\(photo.marks.stars)"]
      case .label: [photo.marks.label.name]
      case .color: [photo.look?.value?.hue?.name]
      case .is: PhotoNature.allCases.filter { isOf($0, photo) }.map { $0.rawValue }
      case .views, .near, .place, .box, .iso, .aperture, .focalLength: []
      }
    return Set(values.compactMap { $0 })
  }

  /// The values of the folders of files, those of the folders around them included, where `/photos` and `/other` are sources.
  static let folders: [String: [String]] = [
    "/photos": ["photos"], "/photos/a": ["/photos/a", "photos"],
    "/photos/a/b": ["a/b", "/photos/a", "photos"], "/other/a": ["/other/a", "other"], "/loose": ["/loose"],
    "/loose/c": ["/loose/c", "/loose"],
  ]

  private static func has(_ property: PhotoProperty, _ photo: Photo) -> Bool {
    switch property {
    case .place: photo.latitude != nil
    case .tags: photo.tags?.isEmpty == false
    case .description: !photo.subtitle.isEmpty
    case .date: photo.taken != nil
    case .month: photo.taken != nil && photo.takenGranularity <= 4
    case .day: photo.taken != nil && photo.takenGranularity == 0
    case .license: photo.license != nil
    case .camera: photo.shot?.camera != nil
    case .album: !photo.albumEntries.isEmpty
    case .folder: photo.files.contains { $0.missingSince == nil }
    case .picture: photo.pictureGoneSince == nil
    }
  }

  private static func isOf(_ nature: PhotoNature, _ photo: Photo) -> Bool {
    switch nature {
    case .bw: photo.look?.value?.isGray == true
    case .dup: photo.look?.stack != nil
    case .copy: photo.files.count { $0.missingSince == nil } > 1
    }
  }
}
