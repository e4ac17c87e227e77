public import ObjectGraph

/// A source of photos in the library.
public final class Source: ManagedObject {
  /// The source, as on the command line, without secrets.
  @Attribute("name") public var name: String
  /// The photos that were imported from the source.
  @ToMany("photos") public var photos: ObjectSet<Photo>

  /// Returns the source with that name, inserted if there is none.
  static func named(_ name: String, in context: ManagedObjectContext) throws -> Source {
    try named([name], in: context)[name] ?? insert(name, into: context)
  }

  /// Returns the sources with these names, by name; missing ones are inserted.
  ///
  /// Fetches from the store once.
  static func named(_ names: [String], in context: ManagedObjectContext) throws -> [String: Source] {
    let wanted = Set(names)
    guard !wanted.isEmpty else { return [:] }
    let known = try context.fetch(FetchRequest<Source>(where: .isOne(of: wanted, in: "name")))
    var sources = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for name in wanted.sorted() where sources[name] == nil { sources[name] = try insert(name, into: context) }
    return sources
  }

  private static func insert(_ name: String, into context: ManagedObjectContext) throws -> Source {
    let source = try context.insert(Source.self)
    source.name = name
    return source
  }
}

extension Photo {
  /// Returns a predicate for the photos of a source.
  public static func brought(by source: ManagedObjectID) -> FetchPredicate {
    .comparison(.init("sources", .contains, .value(.reference(source))))
  }

  /// The names of the sources of the photo, in alphabetical order.
  public var sourceNames: [String] { sources.map(\.name).sorted() }
}

extension PhotoLibrary {
  /// Returns the names of the sources of photos, in alphabetical order.
  public func sourceNames() throws -> [String] {
    try context.fetch(FetchRequest<Source>(order: [FetchOrder("name")])).map(\.name)
  }
}
