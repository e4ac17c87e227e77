public import Foundation

/// A model that was made with Xcode's editor for Core Data.
///
/// ```swift
/// let photos = try XcodeModel(at: "Photos.xcdatamodeld") { ["Photo": Photo.self][$0] }
/// let container = try PersistentContainer(store: SQLiteStore(path: "photos.sqlite", model: photos.model))
/// ```
///
/// The path leads to a folder with versions (`.xcdatamodeld`), to that of one version (`.xcdatamodel`), or to
/// the file `contents` in it. The caller maps entities to classes. An entity without a class uses the class
/// of its nearest ancestor that has one, and `ManagedObject` if there is none.
///
/// Features that would lose or change data are refused: a type that does not exist here (composite
/// attributes, attributes without a type that are not transient), a derivation other than those of
/// ``Derivation``, a to-many relationship without inverse, a transient relationship, and everything that
/// ``ManagedObjectModel`` refuses.
///
/// Features without an equivalent that the data does not depend on are left out, and listed in ``notes``:
/// transient attributes without a type, defaults that are no value or break a rule of the attribute, limits
/// for types without limits, indexes of expressions and of places, templates and fetched properties whose
/// predicate cannot be read or does not fit the entity, and the minimum number of members of an optional relationship. Unknown elements
/// and XML attributes are ignored silently.
///
/// A transformable attribute uses the transformer that the application registers under the name in the model
/// (``AttributeTransformer/register(_:)``), or under `NSKeyedUnarchiveFromData` if there is none. The
/// renaming identifier is the one that Xcode calls `elementID`.
public struct XcodeModel: Sendable {
  /// The file that was read.
  public let path: String
  /// The model.
  public let model: ManagedObjectModel
  /// The features that were left out, one sentence each.
  public let notes: [String]

  /// Reads a version of a model.
  ///
  /// - Parameters:
  ///   - path: The path of an `.xcdatamodeld` or `.xcdatamodel` folder, or of the file in it.
  ///   - version: The name of the version; `nil` for the current one.
  ///   - classes: Returns the class of an entity by its name, or `nil`.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    at path: String, version: String? = nil,
    classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
  ) throws(XcodeModelError) {
    let file = try XcodeModelFolder(path).contents(of: version)
    try self.init(contents: try ModelFolder.contents(of: file), path: file, classes: classes)
  }

  /// Reads the contents of a `contents` file; errors call it `path`.
  public init(
    contents: Data, path: String = "contents",
    classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
  ) throws(XcodeModelError) {
    var reading = XcodeModelReading(path: path)
    model = try reading.model(contents, classes: classes)
    notes = reading.notes
    self.path = path
  }

  /// The names of the versions at a path, in alphabetical order, and that of the current one; a path to one version has
  /// that alone.
  public static func versions(
    at path: String
  ) throws(XcodeModelError) -> (names: [String], current: String) {
    let folder = XcodeModelFolder(path)
    return (try folder.versions(), try folder.current())
  }
}
