public import ObjectGraph

/// A source that brought photos.
public final class Source: ManagedObject {
  /// The source, as on the command line; secrets are left out.
  @Attribute("name") public var name: String
  /// The photos that it brought.
  @ToMany("photos") public var photos: ObjectSet<Photo>

  /// The source of that name, inserted if there is none.
  static func named(_ name: String, in context: ManagedObjectContext) throws -> Source {
    try named([name], in: context)[name] ?? insert(name, into: context)
  }

  /// The sources of these names, by name; missing ones are inserted.
  ///
  /// Reads the store once.
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
  /// The photos that a source brought.
  public static func brought(by source: ManagedObjectID) -> FetchPredicate {
    .comparison(.init("sources", .contains, .value(.reference(source))))
  }

  /// The names of the sources that brought it, in alphabetical order.
  public var sourceNames: [String] { sources.map(\.name).sorted() }
}

extension PhotoLibrary {
  /// The names of the sources that have brought photos, in alphabetical order.
  public func sourceNames() throws -> [String] {
    try context.fetch(FetchRequest<Source>(order: [FetchOrder("name")])).map(\.name)
  }
}
