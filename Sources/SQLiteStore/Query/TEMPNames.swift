internal import ObjectGraph

extension EntityDescription {
  var tableName: String { "Z" + name.uppercased() }
  static func columnName(_ property: String) -> String { "Z" + property.uppercased() }
}
