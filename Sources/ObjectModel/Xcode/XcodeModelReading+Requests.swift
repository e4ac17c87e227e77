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

extension XMLElement {
  /// The predicate of a fetch request.
  fileprivate var format: String? { self["predicateString"].flatMap { $0.isEmpty ? nil : $0 } }

  fileprivate var limit: Int? { self["fetchLimit"].flatMap { Int($0) } }
}
