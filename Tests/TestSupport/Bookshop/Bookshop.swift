public import ObjectGraph

/// An item for sale, either a book or a game.
public class Item: ManagedObject {
  /// The code, which is unique among items of all kinds.
  @Attribute("code") public var code: String?
  /// The name.
  @Attribute("name") public var name: String
  /// The rack that holds the item.
  @ToOne("rack") public var rack: Rack?
  /// The topics of the item.
  @ToMany("tags") public var tags: ObjectSet<Topic>
  /// The customers who wish for the item.
  @ToMany("wishers") public var wishers: ObjectSet<Customer>
}

/// A book.
public class Volume: Item {
  /// The number of pages.
  @Attribute("pages") public var pages: Int
  /// The reading level.
  @Attribute("grade") public var grade: String?
}

/// A game.
public class Game: Item {
  /// The maximum number of players.
  @Attribute("players") public var players: Int
  /// The recommended age.
  @Attribute("grade") public var grade: Int?
}

/// A puzzle.
public final class Puzzle: Game {
  /// The number of pieces.
  @Attribute("pieces") public var pieces: Int
}

/// A rack with items in order.
public final class Rack: ManagedObject {
  /// The label.
  @Attribute("label") public var label: String
  /// The items from left to right.
  @ToMany("items") public var items: OrderedObjectSet<Item>
  /// The item that is displayed in the window.
  @ToOne("highlight") public var highlight: Item?
}

/// A topic of items.
public final class Topic: ManagedObject {
  /// The name, which is unique.
  @Attribute("name") public var name: String?
  /// The items with this topic.
  @ToMany("items") public var items: ObjectSet<Item>
  /// The narrower topics, the most important first.
  @ToMany("narrower") public var narrower: OrderedObjectSet<Topic>
  /// The broader topics.
  @ToMany("broader") public var broader: ObjectSet<Topic>
}

/// A customer.
public final class Customer: ManagedObject {
  /// The name.
  @Attribute("name") public var name: String
  /// The items that the customer wishes for, the most wanted first.
  @ToMany("wishes") public var wishes: OrderedObjectSet<Item>
}

/// A model with inheritance, many-to-many and ordered relationships.
public enum Bookshop {
  /// Creates the model.
  public static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
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
