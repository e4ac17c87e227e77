import Flickr
import Foundation
public import ObjectGraph
import PictureLooks
import WorldMap

extension PhotoLibrary {
  /// Returns the condition of a query; `nil` if all photos match.
  ///
  /// Photographers, sources and places are looked up now: those that come later are not found by the condition.
  ///
  /// - Throws: ``PhotoQueryError`` if a value does not fit its facet; the errors of the store.
  public func predicate(of query: PhotoQuery) throws -> FetchPredicate? {
    var parts = try query.terms.map { term in
      let condition = try predicate(of: term)
      return term.isExcluded ? FetchPredicate.not(condition) : condition
    }
    if !query.text.isEmpty { parts.append(Photo.containing(query.text)) }
    return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .and(parts)
  }

  private func predicate(of term: PhotoQuery.Term) throws -> FetchPredicate {
    let mismatch = PhotoQueryError.value(term.facet, term.value)
    switch term.facet {
    case .by: return try photographers(containing: term.value)
    case .tag:
      let tag = TagList.stored(term.value)
      if tag.isEmpty { throw PhotoQueryError.empty(.tag) }
      return Photo.tagged(tag)
    case .license:
      // Flickr may know more licenses than this list of names.
      let numbers = Int(term.value).map { [$0] } ?? LicenseName.numbers(of: term.value)
      guard let numbers else { throw mismatch }
      return Photo.license.isIn(numbers.map { "\($0)" })
    case .year:
      let range = ValueRange(term.value) { $0.count == 4 && $0.allSatisfy(\.isNumber) ? String($0) : nil }
      guard let range else { throw mismatch }
      return Photo.taken(in: range)
    case .month: return try month(term)
    case .taken:
      guard let range = ValueRange(term.value, value: Self.date) else { throw mismatch }
      return Photo.taken(in: range)
    case .views:
      guard let range = ValueRange(term.value, value: { Int($0) }) else { throw mismatch }
      return Photo.has(Photo.views, in: range)
    case .source: return try sources(containing: term.value)
    case .album: return try albums(titled: term.value)
    case .folder: return try folders(named: term.value)
    case .has:
      guard let property = PhotoProperty(rawValue: term.value.lowercased()) else { throw mismatch }
      return Photo.has(property)
    case .near: return try near(term)
    case .place:
      guard let cell = PlaceCell(term.value) else { throw mismatch }
      return cell.condition
    case .box:
      guard let box = GeoBox(term.value) else { throw mismatch }
      return Photo.taken(in: box)
    case .media: return Photo.media.equals(term.value, .caseInsensitive)
    case .camera: return try shots(Shot.camera, Photo.shot.camera, term.value)
    case .lens: return try shots(Shot.lens, Photo.shot.lens, term.value)
    case .iso:
      guard let range = ValueRange(term.value, value: { Int($0) }) else { throw mismatch }
      return Photo.has(Photo.shot.iso, in: range)
    case .flag:
      guard let flag = PhotoFlag(name: term.value) else { throw mismatch }
      return Photo.flagged(flag)
    case .star:
      guard let range = ValueRange(term.value, value: { Int($0) }) else { throw mismatch }
      return Photo.has(Property<Photo, Int?>(Photo.stars.keyPath), in: range)
    case .label:
      guard let label = ColorLabel(name: term.value) else { throw mismatch }
      return Photo.labeled(label)
    case .color:
      guard let hue = PictureHue(name: term.value) else { throw mismatch }
      return Photo.look.hue == hue.rawValue
    case .is:
      guard let nature = PhotoNature(rawValue: term.value.lowercased()) else { throw mismatch }
      return Photo.isOf(nature)
    case .aperture, .focalLength:
      guard let range = ValueRange(term.value, value: { Double($0) }) else { throw mismatch }
      return Photo.has(term.facet == .aperture ? Photo.shot.aperture : Photo.shot.focalLength, in: range)
    }
  }

  /// Returns the condition of photos with a text in their settings; if there is none, with a part of it.
  private func shots(
    _ property: Property<Shot, String?>, _ path: Property<Photo, String?>, _ text: String
  ) throws -> FetchPredicate {
    let isThere = try context.count(FetchRequest<Shot>(where: property == text, limit: 1)) > 0
    return isThere ? path == text : path.contains(text, .caseInsensitive)
  }

  /// Returns the condition of photos of photographers with a name, or if there are none, with a text in their names: by
  /// their IDs, whose index is used, as long as they are few.
  private func photographers(containing text: String) throws -> FetchPredicate {
    let limit = 500
    var ids: [ManagedObjectID] = []
    let conditions =
      TextForms.turns(for: text).map { Photographer.name.isIn($0) } + [Photographer.containing(text)]
    for condition in conditions where ids.isEmpty {
      ids = try context.fetchIDs(FetchRequest<Photographer>(where: condition, limit: limit + 1))
      if ids.count > limit { return condition.reached(by: Photo.photographer.keyPath) }
    }
    return .comparison(.init("photographer", .in, .values(ids.map(PropertyValue.reference))))
  }

  private func sources(containing text: String) throws -> FetchPredicate {
    var ids = try context.fetchIDs(FetchRequest<Source>(where: Source.name == text))
    if ids.isEmpty {
      ids = try context.fetchIDs(FetchRequest<Source>(where: Source.name.contains(text, .caseInsensitive)))
    }
    return .or(ids.map(Photo.imported))
  }

  /// A month of any year, or of one.
  private func month(_ term: PhotoQuery.Term) throws -> FetchPredicate {
    if let month = Int(term.value), (1...12).contains(month) {
      return Photo.taken.isLike("????-\(month < 10 ? "0" : "")\(month)*") && Photo.has(.month)
    }
    guard term.value.count == 7, let range = ValueRange(term.value, value: Self.date) else {
      throw PhotoQueryError.value(term.facet, term.value)
    }
    return Photo.taken(in: range)
  }

  /// Returns the text of a year, a month or a day; `nil` for other texts.
  private static func date(_ text: Substring) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = parts.map(\.count)
    guard [[4], [4, 2], [4, 2, 2]].contains(lengths), parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else {
      return nil
    }
    return String(text)
  }
}

// MARK: - Places

extension PhotoLibrary {
  /// Returns the condition of photos in a square around a place, whose half side is the distance.
  private func near(_ term: PhotoQuery.Term) throws -> FetchPredicate {
    var parts = term.value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    var distance = 20.0
    if let last = parts.last, last.lowercased().hasSuffix("km") {
      guard let number = Double(last.dropLast(2)), number > 0 else {
        throw PhotoQueryError.value(term.facet, term.value)
      }
      distance = number
      parts.removeLast()
    }
    let center: GeoPoint
    if parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) {
      guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
        throw PhotoQueryError.value(term.facet, term.value)
      }
      center = point
    } else {
      center = try place(named: parts.joined(separator: ", "))
    }
    return Photo.near(latitude: center.latitude, longitude: center.longitude, kilometers: distance)
  }

  /// Returns the place with a name: that of the largest town with it, or if there is none, the median of the coordinates of the
  /// photos that mention it.
  ///
  /// Capitals do not count: names of places have them, and tags of Flickr do not.
  private func place(named name: String) throws -> GeoPoint {
    guard !name.isEmpty else { throw PhotoQueryError.empty(.near) }
    if let town = gazetteer.towns.town(named: name) { return town.point }
    let mentions = Photo.containing(name.lowercased()) && Photo.has(.place)
    let photos = try context.fetchValues(FetchRequest<Photo>(where: mentions, limit: 1_000))
    let latitudes = photos.compactMap { $0[Photo.latitude] }.sorted()
    let longitudes = photos.compactMap { $0[Photo.longitude] }.sorted()
    guard !latitudes.isEmpty, !longitudes.isEmpty,
      let middle = GeoPoint(
        latitude: latitudes[latitudes.count / 2], longitude: longitudes[longitudes.count / 2])
    else { throw PhotoQueryError.unknownPlace(name) }
    return middle
  }
}
