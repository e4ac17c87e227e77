public import Foundation

/// A model that Xcode has compiled: a `.mom` file, or a `.momd` folder with all versions.
///
/// ```swift
/// let photos = try CompiledModel(at: "Photos.momd") { ["Photo": Photo.self][$0] }
/// let store = try SQLiteStore(path: "Photos.sqlite", model: photos.model)
/// ```
///
/// A compiled model is an archive of Core Data's own classes (`NSManagedObjectModel`). It is read by the names of the keys,
/// and no class of an archive is made. The classes of objects are those that the caller gives; an entity without a class
/// uses that of its nearest ancestor that has one, or `ManagedObject`.
///
/// As in ``XcodeModel``, a feature is refused if leaving it out would lose or change data, and otherwise left out and listed in
/// ``notes``: fetch requests, fetched properties, rules other than limits, lengths and patterns, defaults that are no value or
/// break a rule, external storage of what is not binary, and the minimum number of members of an optional relationship.
///
/// Not read, and not listed, are indexes other than those of single attributes, and the flag that keeps a value in the history
/// after a deletion (``AttributeDescription/preservesValueInHistory``).
public struct CompiledModel: Sendable {
  /// The file that was read.
  public let path: String
  /// The model.
  public let model: ManagedObjectModel
  /// The features that were left out, one sentence each.
  public let notes: [String]

  /// Reads a version of a model.
  ///
  /// - Parameters:
  ///   - path: The path of a `.momd` folder or of a `.mom` file.
  ///   - version: The name of the version; `nil` for the current one.
  ///   - classes: Returns the class of an entity by its name, or `nil`.
  /// - Throws: An ``XcodeModelError`` that names the file, and the entity and the property where there are some.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    at path: String, version: String? = nil,
    classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
  ) throws(XcodeModelError) {
    let file = try CompiledModelFolder(path).file(of: version)
    try self.init(contents: try ModelFolder.contents(of: file), path: file, classes: classes)
  }

  /// Reads the contents of a `.mom` file; errors call it `path`.
  public init(
    contents: Data, path: String = "contents",
    classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
  ) throws(XcodeModelError) {
    var reading = CompiledModelReading(path: path)
    model = try reading.model(contents, classes: classes)
    notes = reading.notes
    self.path = path
  }
}
