public import ObjectGraph

/// Something to be sold; there are books and games only.
public class Item: ManagedObject {
  /// What tells items apart, of whatever kind.
  @Attribute("code") public var code: String?
  /// The name.
  @Attribute("name") public var name: String
  /// The rack on which it stands.
  @ToOne("rack") public var rack: Rack?
  /// What it is about.
  @ToMany("tags") public var tags: ObjectSet<Topic>
  /// Who wishes for it.
  @ToMany("wishers") public var wishers: ObjectSet<Customer>
}

/// A book.
public class Volume: Item {
  /// How many pages.
  @Attribute("pages") public var pages: Int
  /// How hard it is to read.
  @Attribute("grade") public var grade: String?
}

/// A game.
public class Game: Item {
  /// How many can play.
  @Attribute("players") public var players: Int
  /// For which age.
  @Attribute("grade") public var grade: Int?
}

/// A game of pieces.
public final class Puzzle: Game {
  /// How many pieces.
  @Attribute("pieces") public var pieces: Int
}

/// A place for items, in an order.
public final class Rack: ManagedObject {
  /// The label.
  @Attribute("label") public var label: String
  /// The items from left to right.
  @ToMany("items") public var items: OrderedObjectSet<Item>
  /// The item in the window.
  @ToOne("highlight") public var highlight: Item?
}

/// What items are about.
public final class Topic: ManagedObject {
  /// The name; no two tags share it.
  @Attribute("name") public var name: String?
  /// The items.
  @ToMany("items") public var items: ObjectSet<Item>
  /// Narrower tags, the most important first.
  @ToMany("narrower") public var narrower: OrderedObjectSet<Topic>
  /// Broader tags.
  @ToMany("broader") public var broader: ObjectSet<Topic>
}

/// Somebody who buys.
public final class Customer: ManagedObject {
  /// The name.
  @Attribute("name") public var name: String
  /// Items by how much they are wished for.
  @ToMany("wishes") public var wishes: OrderedObjectSet<Item>
}

/// A model with inheritance, many-to-many and ordered relationships.
public enum Bookshop {
  /// Makes the model.
  public static func model() throws -> ObjectModel {
    try ObjectModel([
      EntityDescription(
        Item.self, isAbstract: true,
        attributes: [.init("code", .string, isOptional: true), .init("name", .string, default: .string(""))],
        relationships: [
          .toOne("rack", "Rack", inverse: "items"), .toMany("tags", "Topic", inverse: "items"),
          .toMany("wishers", "Customer", inverse: "wishes"),
        ],
        unique: [["code"]], indexes: [["name"]]),
      EntityDescription(
        Volume.self, parent: "Item",
        attributes: [
          .init("pages", .integer32, default: .integer(0)), .init("grade", .string, isOptional: true),
        ]),
      EntityDescription(
        Game.self, parent: "Item",
        attributes: [
          .init("players", .integer16, default: .integer(2)), .init("grade", .integer16, isOptional: true),
        ],
        unique: [["name", "players"]]),
      EntityDescription(
        Puzzle.self, parent: "Game", attributes: [.init("pieces", .integer32, default: .integer(0))]),
      EntityDescription(
        Rack.self, attributes: [.init("label", .string, default: .string(""))],
        relationships: [
          .toMany("items", "Item", inverse: "rack", isOrdered: true), .toOne("highlight", "Item"),
        ]),
      EntityDescription(
        Topic.self, attributes: [.init("name", .string, isOptional: true)],
        relationships: [
          .toMany("items", "Item", inverse: "tags"),
          .toMany("narrower", "Topic", inverse: "broader", isOrdered: true),
          .toMany("broader", "Topic", inverse: "narrower"),
        ],
        unique: [["name"]]),
      EntityDescription(
        Customer.self, attributes: [.init("name", .string, default: .string(""))],
        relationships: [
          .toMany("wishes", "Item", inverse: "wishers", deleteRule: .deny, isOrdered: true, count: 0...40)
        ]),
    ])
  }
}
