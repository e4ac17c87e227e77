/// The encoded form of an ID is its URI, `x-coredata://IDENTIFIER/ENTITY/pKEY`, as a string
/// (``PersistentStoreCoordinator/uriRepresentation(of:)``).
///
/// The model of the store translates between the number of the entity and its name. Therefore a coordinator must have
/// opened the store in this process; if several have, the model of the latest counts.
extension ManagedObjectID: Codable {
  /// Encodes the URI of the object.
  ///
  /// - Throws: `EncodingError` if no coordinator has opened the store of the object.
  public func encode(to encoder: any Encoder) throws {
    guard let name = store.name(ofEntity: entity) else {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "Cannot encode the object ID \(self): its store is not open. Open the store first."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(ObjectURI(store: store.identifier, entity: name, key: key).text)
  }

  /// Decodes the URI of an object.
  ///
  /// Does not check whether the row exists.
  ///
  /// - Throws: `DecodingError` if the value is not such a URI, if no coordinator has opened the store, or if the model has
  ///   no such entity.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    func error(_ reason: String) -> DecodingError {
      .dataCorruptedError(
        in: container, debugDescription: "Cannot decode the object ID \"\(text)\": \(reason)")
    }
    guard let uri = ObjectURI(text) else { throw error("it is not the URI of an object.") }
    guard let store = StoreIdentity(opened: uri.store) else {
      throw error("its store is not open. Open the store first.")
    }
    guard let entity = store.number(ofEntity: uri.entity) else {
      throw error(
        "the model of the store has no entity \(uri.entity). Open the store with a model that has it.")
    }
    self.init(entity: entity, key: uri.key, in: store)
  }
}
