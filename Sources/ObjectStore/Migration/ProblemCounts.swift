internal import ObjectModel

/// The problems of a migration, with the number of objects that have each.
struct ProblemCounts {
  /// The problems, by entity and property.
  private var counts: [Place: (count: Int, kind: (Int) -> MigrationProblem.Kind)] = [:]
  private var others: [MigrationProblem] = []

  private struct Place: Hashable, Comparable {
    let entity: String
    let property: String
    /// Different for problems of different kinds.
    let kind: String

    static func < (left: Place, right: Place) -> Bool {
      (left.entity, left.property, left.kind) < (right.entity, right.property, right.kind)
    }
  }

  var isEmpty: Bool { counts.isEmpty && others.isEmpty }

  /// The problems by entity and property.
  var all: [MigrationProblem] {
    others
      + counts.sorted { $0.key < $1.key }.map {
        MigrationProblem(entity: $0.key.entity, property: $0.key.property, $0.value.kind($0.value.count))
      }
  }

  /// Adds a problem that is counted already.
  mutating func add(_ entity: String, _ property: String?, _ kind: MigrationProblem.Kind) {
    others.append(MigrationProblem(entity: entity, property: property, kind))
  }

  /// Counts an object with a problem.
  mutating func count(_ entity: String, _ property: String, _ kind: @escaping (Int) -> MigrationProblem.Kind)
  {
    counts[Place(entity: entity, property: property, kind: "\(kind(0))"), default: (0, kind)].count += 1
  }

  /// Counts an object with a value that has no counterpart; the first one is the example.
  mutating func count(_ entity: String, _ property: String, example: PropertyValue, of type: AttributeType) {
    let place = Place(entity: entity, property: property, kind: "value")
    counts[
      place, default: (0, { .notConvertible(count: $0, example: example, to: type) })
    ].count += 1
  }
}
