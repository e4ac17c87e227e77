public import ObjectGraph

/// A source that brought photos.
public final class Source: ManagedObject {
  /// The source, as on the command line; secrets are left out.
  @Attribute("name") public var name: String
  /// The photos that it brought.
  @ToMany("photos") public var photos: ObjectSet<Photo>

  /// The source of that name, which is made if there is none.
  static func named(_ name: String, in context: ManagedObjectContext) throws -> Source {
    let hasName = FetchPredicate.comparison(.init("name", .equal, .value(.string(name))))
    if let source = try context.fetch(FetchRequest<Source>(where: hasName)).first { return source }
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
