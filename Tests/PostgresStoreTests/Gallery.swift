#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport

  /// A picture with a unique address, of one person and with tags.
  final class Picture: ManagedObject {
    @Attribute("address") var address: String
    @Attribute("title") var title: String
    @Attribute("views") var views: Int
    @ToOne("person") var person: Person?
    @ToMany("tags") var tags: ObjectSet<Tag>
    @ToOne("frame") var frame: Frame?
  }

  /// A person with pictures.
  final class Person: ManagedObject {
    @Attribute("name") var name: String
    @ToMany("pictures") var pictures: ObjectSet<Picture>
  }

  /// A tag of pictures.
  final class Tag: ManagedObject {
    @Attribute("name") var name: String
    @ToMany("pictures") var pictures: ObjectSet<Picture>
  }

  /// A frame of one picture.
  final class Frame: ManagedObject {
    @Attribute("color") var color: String
    @ToOne("picture") var picture: Picture?
  }

  /// A model with all kinds of relationships, as a program with pages of pictures has it.
  enum Gallery {
    static func model() throws -> ManagedObjectModel {
      func text(_ name: String) -> AttributeDescription { .init(name, .string, default: .string("")) }
      return try ManagedObjectModel([
        EntityDescription(
          Picture.self,
          attributes: [text("address"), text("title"), .init("views", .integer64, default: .integer(0))],
          relationships: [
            .toOne("person", "Person", inverse: "pictures"), .toMany("tags", "Tag", inverse: "pictures"),
            .toOne("frame", "Frame", inverse: "picture", deleteRule: .cascade),
          ], unique: [["address"]], indexes: [["views"]]),
        EntityDescription(
          Person.self, attributes: [text("name")],
          relationships: [.toMany("pictures", "Picture", inverse: "person")], unique: [["name"]]),
        EntityDescription(
          Tag.self, attributes: [text("name")],
          relationships: [.toMany("pictures", "Picture", inverse: "tags")], unique: [["name"]]),
        EntityDescription(
          Frame.self, attributes: [text("color")],
          relationships: [.toOne("picture", "Picture", inverse: "frame")]),
      ])
    }

    /// Inserts pictures with new persons, tags and frames.
    @discardableResult
    static func insert(_ count: Int, page: Int = 0, in context: ManagedObjectContext) throws -> [Picture] {
      let people = try (0..<10).map { number in
        let person = try context.insert(Person.self)
        person.name = "person \(page) \(number)"
        return person
      }
      let tags = try (0..<20).map { number in
        let tag = try context.insert(Tag.self)
        tag.name = "tag \(page) \(number)"
        return tag
      }
      return try (0..<count).map { number in
        let picture = try context.insert(Picture.self)
        picture.address = "https://example.org/\(page)/\(number)"
        picture.title = "Picture \(number)"
        picture.views = number
        picture.person = people[number % people.count]
        picture.tags.insert(tags[number % tags.count])
        picture.tags.insert(tags[(number * 7 + 1) % tags.count])
        let frame = try context.insert(Frame.self)
        frame.picture = picture
        return picture
      }
    }
  }
#endif
