#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// A text in the metadata of a store that changes with the layout of its rows.
  ///
  /// By it, a program notices that another one has migrated the store since it opened it: tables and columns then mean others,
  /// or others must be written with them.
  struct LayoutMark {
    /// The key in the metadata.
    static let key = "layout"

    /// The text.
    let text: String

    /// Makes the mark from its text in the metadata.
    init(_ text: String) { self.text = text }

    /// Makes the mark of a model.
    init(of model: ManagedObjectModel) {
      var hash = FNV1a()
      for (name, version) in model.versionHashes.sorted(by: { $0.key < $1.key }) {
        hash.add(name.utf8)
        hash.add(version)
      }
      // Not in the hashes: the program that writes a text writes its trigrams as well.
      for entity in model.storedEntities {
        for name in entity.fullTextIndex.sorted() { hash.add("\(entity.name).\(name) ".utf8) }
      }
      // Nor do these have the names of columns, some of which depend on the order of a description.
      for (entity, names) in model.columnNames.sorted(by: { $0.key < $1.key }) {
        for (name, column) in names.sorted(by: { $0.key < $1.key }) {
          hash.add("\(entity).\(name) \(column) ".utf8)
        }
      }
      text = String(hash.value, radix: 16)
    }

    /// Returns a statement that fails with ``refusalCode`` if the store has another mark than some.
    ///
    /// A store without one has had no other layout since marks were introduced.
    static func check(_ marks: [LayoutMark], _ server: Server) -> Statement {
      Statement(
        """
        SELECT sqrt(-count(*)) FROM \(server.name(Schema.Table.metadata)) WHERE key = '\(Self.key)' \
        AND value <> ALL($1)
        """, [.texts(marks.map(\.text))])
    }

    /// The code of an error of ``check(_:_:)``, which no other statement of the store gets: that of a root of a negative number.
    static let refusalCode = "2201F"
  }
#endif
