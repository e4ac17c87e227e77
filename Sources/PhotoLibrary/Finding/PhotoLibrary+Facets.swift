import Flickr
import Foundation
public import ObjectGraph
import PhotoFiles
import PictureLooks

extension PhotoLibrary {
  /// Returns the values of a facet among photos, those of most photos first, then in alphabetical order.
  ///
  /// The counts are exact. Views and distances have too many values, and none is returned. Reads in the background.
  ///
  /// - Parameters:
  ///   - facet: The facet.
  ///   - prefix: The beginning of the values, whatever its case.
  ///   - condition: The condition of the photos; `nil` for all.
  /// - Throws: The errors of the store; `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of photos.
  public func values(
    of facet: PhotoFacet, startingWith prefix: String, where condition: FetchPredicate?
  ) async throws -> [FacetValue] {
    FacetValue.sorted(try await counts(of: facet, where: condition), startingWith: prefix)
  }

  /// Returns the values of a facet that photos have, in no order, with the numbers of these photos.
  ///
  /// The counts are exact. Names are values of their own if their bytes differ, as in predicates; tags are the same whatever
  /// their case and their normal form. Views and distances have too many values, and none is returned. Reads in the background.
  ///
  /// - Throws: The errors of the store; `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of photos.
  public func counts(of facet: PhotoFacet, where condition: FetchPredicate?) async throws -> [FacetValue] {
    if let text = facet.text { return try await counts(of: text, condition) }
    return switch facet {
    case .by: try await photographerCounts(condition)
    case .source: try await sourceCounts(condition)
    case .album: try await albumCounts(condition)
    case .folder: try await countedFolders(condition).map { FacetValue(text: $0.value, count: $0.count) }
    case .has: try await propertyCounts(condition)
    case .camera: try await shotCounts(Shot.camera.keyPath, condition)
    case .lens: try await shotCounts(Shot.lens.keyPath, condition)
    case .flag: try await matchCounts(PhotoFlag.allCases.map { ($0.name, Photo.flagged($0)) }, condition)
    case .label: try await matchCounts(ColorLabel.allCases.map { ($0.name, Photo.labeled($0)) }, condition)
    case .color: try await hueCounts(condition)
    case .is:
      try await matchCounts(PhotoNature.allCases.map { ($0.rawValue, Photo.isOf($0)) }, condition)
    case .star:
      try await matchCounts(PhotoMarks.starRange.map { ("\($0)", Photo.stars == $0) }, condition)
    default: []
    }
  }

  /// Returns the numbers of photos by the values that a text of theirs has.
  private func counts(of facet: PhotoFacet.Text, _ condition: FetchPredicate?) async throws -> [FacetValue] {
    let conditions = [condition, facet.property.map(Photo.has)].compactMap(\.self)
    let query = FetchRequest<Photo>(where: conditions.isEmpty ? nil : .and(conditions)).query(
      in: context.model)
    return try await container.coordinator.readCancellably { reader in
      var texts: [String: Int] = [:]
      try reader.forEach(query, paths: [facet.path]) { _, found in
        if case .string(let text) = found[0] { texts[text, default: 0] += 1 }
      }
      // Many photos have the same text, which is taken apart once.
      var counts: [String: (value: String, count: Int)] = [:]
      for (text, count) in texts {
        for (key, value) in facet.values(text) {
          let known = counts[key] ?? (value, 0)
          // Only tags with the same key have several spellings.
          counts[key] = (TagList.listed(value, known.value), known.count + count)
        }
      }
      return counts.values.map { FacetValue(text: $0.value, count: $0.count) }
    }
  }

  private func photographerCounts(_ condition: FetchPredicate?) async throws -> [FacetValue] {
    try await counts(
      of: Photographer.name.keyPath, of: FetchRequest<Photographer>().query(in: context.model),
      by: Photo.photographer.keyPath, condition)
  }

  private func shotCounts(_ path: String, _ condition: FetchPredicate?) async throws -> [FacetValue] {
    try await counts(
      of: path, of: FetchRequest<Shot>().query(in: context.model), by: Photo.shot.keyPath, condition)
  }

  private func hueCounts(_ condition: FetchPredicate?) async throws -> [FacetValue] {
    try await counts(
      of: Look.hue.keyPath, of: FetchRequest<Look>().query(in: context.model), by: Photo.look.keyPath,
      condition
    ) { value in
      if case .integer(let number) = value { PictureHue(rawValue: Int(number))?.name } else { nil }
    }
  }

  /// Returns the numbers of photos by a value of the objects that they refer to.
  ///
  /// - Parameters:
  ///   - path: The property of the objects with the value.
  ///   - objects: The objects.
  ///   - reference: The property of photos that refers to an object.
  ///   - condition: The condition of the photos; `nil` for all.
  ///   - name: Returns the name of a value, which is a text unless another rule is given; `nil` for one that does not count.
  private func counts(
    of path: String, of objects: StoreQuery, by reference: String, _ condition: FetchPredicate?,
    named name: @escaping @Sendable (PropertyValue) -> String? = { value in
      if case .string(let name) = value { name } else { nil }
    }
  ) async throws -> [FacetValue] {
    let query = FetchRequest<Photo>(where: condition).query(in: context.model)
    return try await container.coordinator.readCancellably { reader in
      var keys: [Int64: Int] = [:]
      try reader.forEach(query, paths: [reference]) { _, found in
        if case .integer(let key) = found[0].columnKey { keys[key, default: 0] += 1 }
      }
      var counts: [ExactText: Int] = [:]
      try reader.forEach(objects, paths: [path]) { id, found in
        guard let name = name(found[0]), let count = keys[id.key] else { return }
        counts[ExactText(name), default: 0] += count
      }
      return counts.map { FacetValue(text: $0.text, count: $1) }
    }
  }

  private func sourceCounts(_ condition: FetchPredicate?) async throws -> [FacetValue] {
    let model = context.model
    return try await container.coordinator.readCancellably { reader in
      try reader.photoCounts(of: reader.sources(in: model), condition, in: model).filter { $0.count > 0 }
    }
  }

  private func propertyCounts(_ condition: FetchPredicate?) async throws -> [FacetValue] {
    try await matchCounts(PhotoProperty.allCases.map { ($0.rawValue, Photo.has($0)) }, condition)
  }

  private func matchCounts(
    _ values: [(String, FetchPredicate)], _ condition: FetchPredicate?
  ) async throws -> [FacetValue] {
    let model = context.model
    return try await container.coordinator.readCancellably { reader in
      try reader.photoCounts(of: values, condition, in: model).filter { $0.count > 0 }
    }
  }
}

extension StoreReader {
  /// Returns the names of the sources of photos, with the conditions of their photos.
  func sources(in model: ManagedObjectModel) throws -> [(String, FetchPredicate)] {
    var sources: [(String, FetchPredicate)] = []
    try forEach(FetchRequest<Source>().query(in: model), paths: [Source.name.keyPath]) { id, found in
      if case .string(let name) = found[0] { sources.append((name, Photo.imported(from: id))) }
    }
    return sources
  }

  /// Returns the numbers of photos that meet one of several conditions, which have names, and a common one, in the order of
  /// the conditions.
  func photoCounts(
    of values: [(String, FetchPredicate)], _ condition: FetchPredicate?, in model: ManagedObjectModel
  ) throws -> [FacetValue] {
    let queries = values.map { _, isValue in
      FetchRequest<Photo>(where: condition.map { isValue && $0 } ?? isValue).query(in: model)
    }
    return zip(values, try counts(queries)).map { FacetValue(text: $0.0, count: $1) }
  }
}

extension PhotoFacet {
  /// A text of photos that has the values of a facet.
  fileprivate struct Text: Sendable {
    /// The property.
    let path: String
    /// The property of the photos whose texts count; `nil` for all.
    var property: PhotoProperty?
    /// Returns the values in a text by their keys: values with the same key count as one.
    let values: @Sendable (String) -> [String: String]
  }

  /// The text that has the values; `nil` for other facets.
  fileprivate var text: Text? {
    switch self {
    case .tag:
      Text(path: Photo.tags.keyPath) { text in
        let tags = TagList.words(text).map { (TagList.key($0), TagList.plain($0)) }
        return Dictionary(tags, uniquingKeysWith: TagList.listed)
      }
    case .license:
      Text(path: Photo.license.keyPath) { license in
        let name = Int(license).flatMap(LicenseName.name) ?? license
        return [name: name]
      }
    case .year: date(length: 4, of: .date)
    case .month: date(length: 7, of: .month)
    case .taken: date(length: 10, of: .day)
    case .media: Text(path: Photo.media.keyPath) { [$0.lowercased(): $0.lowercased()] }
    case .by, .views, .source, .album, .folder, .has, .near, .place, .box, .camera, .lens, .iso, .aperture,
      .focalLength, .flag, .star, .label, .color, .is:
      nil
    }
  }

  /// The beginning of the date taken of photos that have a property.
  private func date(length: Int, of property: PhotoProperty) -> Text {
    Text(path: Photo.taken.keyPath, property: property) {
      $0.utf8.count < length ? [:] : [String($0.prefix(length)): String($0.prefix(length))]
    }
  }
}

extension PropertyValue {
  /// The key of a reference, or the number that a store has for it.
  fileprivate var columnKey: PropertyValue {
    if case .reference(let id) = self { .integer(id.key) } else { self }
  }
}
