extension ManagedObjectModel {
  /// Returns the same model with its entities numbered in another order, such as that of a file of another program.
  ///
  /// Each entity is still followed directly by its subentities, so the order decides only between entities of one
  /// parent. The classes are not compared with the entities, which this model has done if it was wanted.
  ///
  /// - Parameter order: The names of all entities.
  /// - Returns: The model itself if its entities are in that order.
  package func numbered(in order: [String]) throws(ModelError) -> ManagedObjectModel {
    guard order != entities.map(\.name) else { return self }
    return try ManagedObjectModel(
      described, configurations: configurations, templates: templates, checksClasses: false, order: order)
  }
}
