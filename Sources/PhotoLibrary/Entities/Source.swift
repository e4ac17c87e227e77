public import ObjectGraph
import PhotoFiles

/// A source of photos in the library.
public final class Source: ManagedObject {
  /// The source, as on the command line, without secrets.
  @Attribute(Source.name) public var name: String
  /// The photos that were imported from the source.
  @ToMany(Source.photos) public var photos: ObjectSet<Photo>

  /// The sort order of lists of sources: by name.
  public static let listOrder = [FetchOrder(name)]

  /// Returns the source with that name, inserted if there is none.
  static func named(_ name: String, in context: ManagedObjectContext) throws -> Source {
    try named([name], in: context)[ExactText(name)] ?? insert(name, into: context)
  }

  /// Returns the sources with these names, by name; missing ones are inserted.
  ///
  /// Fetches from the store once.
  static func named(_ names: [String], in context: ManagedObjectContext) throws -> [ExactText: Source] {
    let wanted = Set(names.map(ExactText.init)).sorted()
    guard !wanted.isEmpty else { return [:] }
    let known = try context.fetch(FetchRequest<Source>(where: name.isIn(wanted.map(\.text))))
    var sources = Dictionary(
      known.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    for name in wanted where sources[name] == nil { sources[name] = try insert(name.text, into: context) }
    return sources
  }

  private static func insert(_ name: String, into context: ManagedObjectContext) throws -> Source {
    let source = try context.insert(Source.self)
    source.name = name
    return source
  }
}

/// The names and types, for the model, the accessors and requests.
extension Source {
  static let name = Property<Source, String>("name")
  static let photos = ToManyProperty<Source, Photo>("photos")
}

extension Photo {
  /// Returns a predicate for the photos of a source.
  public static func imported(from source: ManagedObjectID) -> FetchPredicate {
    sources.contains(source)
  }

  /// The names of the sources of the photo, in alphabetical order.
  public var sourceNames: [String] { sources.map(\.name).sorted() }
}
