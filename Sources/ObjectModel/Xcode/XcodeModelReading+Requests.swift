extension XcodeModelReading {
  mutating func templates(_ root: XMLElement) -> [FetchTemplate] {
    root.children("fetchRequest").compactMap { element in
      let name = element["name"] ?? ""
      guard let entity = element["entity"] else {
        record("the template \(name) is for no entity; it is left out")
        return nil
      }
      do throws(PredicateSyntaxError) {
        return try FetchTemplate(
          name, entity: entity, where: element.format, limit: element.limit,
          includesSubentities: element["includeSubentities"] != "NO")
      } catch {
        record("the template \(name) is left out: \(error)")
        return nil
      }
    }
  }

  mutating func fetchedProperties(_ entity: XMLElement, of name: String) -> [FetchedPropertyDescription] {
    entity.children("fetchedProperty").compactMap { element in
      let property = element["name"] ?? ""
      guard let request = element.children("fetchRequest").first, let destination = request["entity"] else {
        record("\(name).\(property) fetches no entity; it is left out")
        return nil
      }
      do throws(PredicateSyntaxError) {
        return try FetchedPropertyDescription(
          property, entity: destination, where: request.format, limit: request.limit,
          userInfo: element.userInfo)
      } catch {
        record("\(name).\(property) is left out: \(error)")
        return nil
      }
    }
  }
}

extension XcodeModelReading {
  /// Leaves out the templates and fetched properties whose predicates do not fit the entities: Core Data may know how to
  /// evaluate them.
  mutating func removeRequestsThatDoNotFit(
    _ entities: inout [EntityDescription], _ templates: inout [FetchTemplate]
  ) throws(ModelError) {
    guard !templates.isEmpty || entities.contains(where: { !$0.fetchedProperties.isEmpty }) else { return }
    let plain = entities.map { entity in
      var plain = entity
      plain.fetchedProperties = []
      return plain
    }
    let model = try ManagedObjectModel(plain, checksClasses: false)
    for (index, template) in templates.enumerated().reversed() {
      guard let defect = model.defect(of: template) else { continue }
      record("the template \(template.name) is left out: \(defect)")
      templates.remove(at: index)
    }
    for (index, description) in entities.enumerated() {
      guard let entity = model.entity(named: description.name) else { continue }
      for (place, property) in description.fetchedProperties.enumerated().reversed() {
        guard let defect = model.defect(of: property, of: entity) else { continue }
        record("\(description.name).\(property.name) is left out: \(defect)")
        entities[index].fetchedProperties.remove(at: place)
      }
    }
  }
}

extension XMLElement {
  /// The predicate of a fetch request.
  fileprivate var format: String? { self["predicateString"].flatMap { $0.isEmpty ? nil : $0 } }

  fileprivate var limit: Int? { self["fetchLimit"].flatMap { Int($0) } }
}
