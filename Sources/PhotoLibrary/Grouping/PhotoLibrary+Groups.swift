import Foundation
import ObjectGraph
import WorldMap

extension PhotoLibrary {
  /// Returns the groups of all photos, in no order; the last may be that of the photos that are in no other.
  ///
  /// Reads in the background. The number of photos that ``PhotoGroup/query`` selects is that of the group, as long as
  /// the library does not change.
  ///
  /// - Throws: The errors of the store; `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of photos.
  public func groups(by grouping: PhotoGrouping) async throws -> [PhotoGroup] {
    let groups =
      switch grouping {
      case .places: try await places()
      case .folders: try await countedFolders(nil).filter(\.hasPhotos).map { PhotoGroup($0) }
      default: try await counts(of: grouping.facet, where: nil).map { PhotoGroup($0, in: grouping) }
      }
    guard let property = grouping.property else { return groups }
    let query = FetchRequest<Photo>(where: .not(Photo.has(property))).query(in: context.model)
    let rest = try await container.coordinator.readCancellably { try $0.count(query) }
    return rest == 0 ? groups : groups + [PhotoGroup(restOf: grouping, without: property, count: rest)]
  }

  private func places() async throws -> [PhotoGroup] {
    let query = FetchRequest<Photo>(where: Photo.has(.place)).query(in: context.model)
    let paths = [Photo.latitude.keyPath, Photo.longitude.keyPath, Photo.tags.keyPath]
    return try await container.coordinator.readCancellably { [gazetteer] reader in
      var names = PlaceNames()
      try reader.forEach(query, paths: paths) { _, found in
        guard case .real(let latitude) = found[0], case .real(let longitude) = found[1],
          let cell = PlaceCell(latitude: latitude, longitude: longitude)
        else { return }
        if case .string(let tags) = found[2] { names.add(tags, in: cell) } else { names.add("", in: cell) }
      }
      let towns = gazetteer.towns
      return names.counts.map { cell, count in
        if let tag = names.name(of: cell) { return PhotoGroup(cell, name: tag, count: count) }
        let place = cell.center.flatMap { towns.place(of: $0, within: PlaceCell.reach) }
        return PhotoGroup(cell, name: place?.town.fullName, way: place?.way, count: count)
      }
    }
  }
}

extension PhotoGroup {
  /// The photos with a value of a facet.
  fileprivate init(_ facetValue: FacetValue, in grouping: PhotoGrouping) {
    let value = facetValue.text
    query = PhotoQuery.Term(facet: grouping.facet, value: value).text
    name = value
    note = ""
    count = facetValue.count
    sortKey = grouping.isByDate ? value : SortText.key(of: value)
    section =
      switch grouping {
      case .years: value.prefix(3) + "0s"
      case .months: String(value.prefix(4))
      case .days: String(value.prefix(7))
      case .tags, .places, .cameras, .licenses, .albums, .folders, .sources: SortText.initial(of: sortKey)
      }
  }

  /// The photos in a folder and in those below it.
  fileprivate init(_ folder: CountedFolder) {
    query = PhotoQuery.Term(facet: .folder, value: folder.value).text
    name = folder.name
    note = folder.place ?? ""
    count = folder.count
    // The folders below another one follow it, as the separator comes before all other characters of names.
    sortKey = name.split(separator: "/").map { SortText.key(of: String($0)) }.joined(separator: "\u{1}")
    section = SortText.initial(of: sortKey)
  }

  /// The photos that are in no other group.
  fileprivate init(restOf grouping: PhotoGrouping, without property: PhotoProperty, count: Int) {
    query = PhotoQuery.Term(facet: .has, value: property.rawValue, isExcluded: true).text
    name = grouping.nameOfRest
    (note, section, sortKey) = ("", "", "")
    self.count = count
  }

  /// The photos of a square, which has a name if its tags or a town give one.
  ///
  /// - Parameters:
  ///   - cell: The square.
  ///   - name: A tag, or a town.
  ///   - way: The distance and the direction from the town; `nil` if the square is there.
  ///   - count: The number of photos.
  fileprivate init(_ cell: PlaceCell, name: String?, way: String? = nil, count: Int) {
    query = PhotoQuery.Term(facet: .place, value: cell.text).text
    self.name = name ?? cell.name
    note = name == nil ? "" : [way, cell.name].compactMap(\.self).joined(separator: " · ")
    self.count = count
    sortKey = name.map(SortText.key) ?? cell.sortKey
    section = name == nil ? "#" : SortText.initial(of: sortKey)
  }
}
