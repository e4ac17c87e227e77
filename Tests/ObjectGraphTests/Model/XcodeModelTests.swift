import Foundation
import ObjectGraph
import TestSupport
import Testing

/// Models in Xcode's format.
enum XcodeSamples {
  static func model(_ inner: String) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22522"
        systemVersion="22G91" minimumToolsVersion="Automatic" sourceLanguage="Swift"
        userDefinedModelVersionIdentifier="">
      \(inner)
      </model>
      """.utf8)
  }

  /// A model that uses every feature of Xcode's model editor.
  static let everything = model(
    """
    <!-- in every shape -->
    <entity name="Item" representedClassName="Item" isAbstract="YES" syncable="YES" elementID="Thing"
        versionHashModifier="2" codeGenerationType="class">
      <attribute name="blob" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="code" optional='YES' attributeType="String" minValueString="2" maxValueString="9"
        regularExpressionString="[a-z&lt;]+" indexed="YES" syncable="YES"/>
      <attribute name="cost" attributeType="Decimal" defaultValueString="0.10"/>
      <attribute name="flag" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
      <attribute name="home" optional="YES" attributeType="URI"/>
      <attribute name="id" optional="YES" attributeType="UUID" usesScalarValueType="NO"
        preserveAfterDeletion="YES"/>
      <attribute name="long" attributeType="Integer 64" defaultValueString="0" minValueString="-5"
        maxValueString="5000000000"/>
      <attribute name="plan" optional="YES" attributeType="Transformable" valueTransformerName="Plan"
        customClassName="NSArray"/>
      <attribute name="ratio" attributeType="Float" defaultValueString="0.5" usesScalarValueType="YES"/>
      <attribute name="real" attributeType="Double" defaultValueString="0.0" versionHashModifier="x"/>
      <attribute name="search" optional="YES" attributeType="String" derived="YES"
        derivationExpression="canonical:(code)"/>
      <attribute name="shade" optional="YES" transient="YES"/>
      <attribute name="short" optional="YES" attributeType="Integer 16" elementID="brief">
        <userInfo><entry key="unit" value="mm"/></userInfo>
      </attribute>
      <attribute name="shown" optional="YES" transient="YES" attributeType="Integer 32"/>
      <attribute name="taken" attributeType="Date" defaultDateTimeInterval="700000000.5"
        minDateTimeInterval="0" usesScalarValueType="NO"/>
      <relationship name="rack" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Rack"
        inverseName="items" inverseEntity="Rack"/>
      <relationship name="tags" optional="YES" toMany="YES" minCount="1" maxCount="40" deletionRule="Nullify"
        destinationEntity="Topic" inverseName="items" inverseEntity="Topic" elementID="labels"/>
      <fetchedProperty name="same" optional="YES">
        <fetchRequest name="fetchedPropertyFetchRequest" entity="Item"
          predicateString="code == $FETCH_SOURCE.code AND code != $FETCHED_PROPERTY.userInfo.not"/>
        <userInfo><entry key="not" value="none"/></userInfo>
      </fetchedProperty>
      <fetchIndex name="byCost">
        <fetchIndexElement property="cost" type="Binary" order="descending"/>
        <fetchIndexElement property="long" type="Binary" order="ascending"/>
      </fetchIndex>
      <fetchIndex name="byPlace"><fetchIndexElement property="real" type="RTree" order="ascending"/></fetchIndex>
      <compoundIndexes><compoundIndex><index value="flag"/><index value="taken"/></compoundIndex></compoundIndexes>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="id"/><constraint value="flag"/></uniquenessConstraint>
      </uniquenessConstraints>
      <userInfo><entry key="owner" value="a &quot;b&quot;"/></userInfo>
    </entity>
    <entity name="Volume" representedClassName=".Volume" parentEntity="Item" syncable="YES">
      <attribute name="pages" attributeType="Integer 32" defaultValueString="0"/>
    </entity>
    <entity name="Rack" syncable="YES">
      <relationship name="items" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Item"
        inverseName="rack" inverseEntity="Item"/>
      <relationship name="highlight" maxCount="1" deletionRule="No Action" destinationEntity="Item"/>
    </entity>
    <entity name="Topic" syncable="YES">
      <relationship name="items" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Item"
        inverseName="tags" inverseEntity="Item"/>
      <unknown what="ever"><deeper/></unknown>
    </entity>
    <entity name="Note"/>
    <fetchRequest name="coded" entity="Item" predicateString="code == $CODE" fetchLimit="7"
      includeSubentities="NO"/>
    <fetchRequest name="empty"/>
    <fetchRequest name="odd" entity="Item" predicateString="code BESIDE 3"/>
    <configuration name="Local"><memberEntity name="Note"/></configuration>
    <elements><element name="Item" positionX="-63" positionY="0" width="128" height="44"/></elements>
    """)

  /// Returns a model with an entity A with one property, and an entity B.
  static func property(_ property: String, more: String = "") -> Data {
    model("<entity name=\"A\">\(property)</entity><entity name=\"B\">\(more)</entity>")
  }
}

@Suite("Models of Xcode's")
struct XcodeModelTests {
  private func everything() throws -> XcodeModel { try XcodeModel(contents: XcodeSamples.everything) }

  @Test("Attributes have the type, default and rules that Xcode shows")
  func attributes() throws {
    let item = try #require(try everything().model.entity(named: "Item"))
    let expected: [AttributeDescription] = [
      .init("blob", .binary, isOptional: true, allowsExternalStorage: true),
      .init(
        "code", .string, isOptional: true,
        rules: [.minimumLength(2), .maximumLength(9), .pattern("[a-z<]+")]),
      .init("cost", .decimal, default: .decimal(Decimal(string: "0.1") ?? 0)),
      .init("flag", .boolean, default: .boolean(true)), .init("home", .uri, isOptional: true),
      .init("id", .uuid, isOptional: true, preservesValueInHistory: true),
      .init("long", .integer64, default: .integer(0), rules: .range(Int64(-5)...5_000_000_000)),
      .init("plan", .transformable, isOptional: true, transformer: .named("Plan")),
      .init("ratio", .float, default: .real(0.5)),
      .init("real", .double, default: .real(0), versionHashModifier: "x"),
      .init("search", .string, isOptional: true, derived: .canonical("code")),
      .init("short", .integer16, isOptional: true, renamingIdentifier: "brief", userInfo: ["unit": "mm"]),
      .init("shown", .integer32, isOptional: true, isTransient: true),
      .init(
        "taken", .date, default: .date(Date(timeIntervalSinceReferenceDate: 700_000_000.5)),
        rules: [.minimum(.date(Date(timeIntervalSinceReferenceDate: 0)))]),
    ]
    #expect(item.attributes == expected)
  }

  @Test("Entities keep their parents, keys and facts")
  func entities() throws {
    let model = try everything().model
    #expect(model.entities.map(\.name) == ["Item", "Volume", "Note", "Rack", "Topic"])
    let item = try #require(model.entity(named: "Item"))
    #expect(item.isAbstract)
    #expect(item.renamingIdentifier == "Thing")
    #expect(item.versionHashModifier == "2")
    #expect(item.userInfo == ["owner": "a \"b\""])
    #expect(item.uniquenessConstraints == [["code"], ["id", "flag"]])
    #expect(item.indexes == [[.descending("cost"), "long"], ["flag", "taken"], ["code"]])
    #expect(model.entity(named: "Volume")?.parent?.name == "Item")
    #expect(model.configurations == ["Local": ["Note"]])
  }

  @Test("Relationships keep inverse, counts, order and delete rule")
  func relationships() throws {
    let model = try everything().model
    let tags = try #require(model.entity(named: "Item")?.relationship("tags"))
    #expect(tags.cardinality == .toMany)
    #expect((tags.minimumCount, tags.maximumCount) == (0, 40))
    #expect(tags.renamingIdentifier == "labels")
    let items = try #require(model.entity(named: "Rack")?.relationship("items"))
    #expect(items.isOrdered && !items.isOptional && items.minimumCount == 1 && items.maximumCount == nil)
    #expect(items.deleteRule == .cascade)
    #expect(model.entity(named: "Topic")?.relationship("items")?.deleteRule == .deny)
    let highlight = try #require(model.entity(named: "Rack")?.relationship("highlight"))
    #expect(highlight == .toOne("highlight", "Item", isOptional: false, deleteRule: .noAction))
  }

  @Test("Templates and fetched properties keep their predicates")
  func requests() throws {
    let model = try everything().model
    let template = try FetchTemplate(
      "coded", entity: "Item", where: "code == $CODE", limit: 7, includesSubentities: false)
    #expect(model.templates == [template])
    let property = try FetchedPropertyDescription(
      "same", entity: "Item",
      where: "code == $FETCH_SOURCE.code AND code != $FETCHED_PROPERTY.userInfo.not",
      userInfo: ["not": "none"])
    #expect(model.entity(named: "Volume")?.fetchedProperties == [property])
  }

  @Test("Templates and fetched properties with predicates that do not fit are left out")
  func requestsThatDoNotFit() throws {
    let properties = """
      <attribute name='code' attributeType='String'/>
      <relationship name='b' optional='YES' maxCount='1' destinationEntity='B' inverseName='as'/>
      <fetchedProperty name='good'><fetchRequest entity='B' predicateString='title == $FETCH_SOURCE.code'/>
      </fetchedProperty>
      <fetchedProperty name='bad'><fetchRequest entity='B' predicateString='titel == $FETCH_SOURCE.code'/>
      </fetchedProperty>
      """
    let more = """
      <attribute name='title' attributeType='String'/>
      <relationship name='as' optional='YES' toMany='YES' destinationEntity='A' inverseName='b'/></entity>
      <fetchRequest name='deep' entity='B' predicateString='ANY as.b.as.code == $CODE'/>
      <fetchRequest name='flat' entity='B' predicateString='ANY as.code == $CODE AND title IN $TITLES'/>
      <entity name='C'>
      """
    let model = try XcodeModel(contents: XcodeSamples.property(properties, more: more))
    #expect(model.model.templates.map(\.name) == ["flat"])
    #expect(model.model.entity(named: "A")?.fetchedProperties.map(\.name) == ["good"])
    #expect(model.notes.map { $0.prefix(21) } == ["the template deep is ", "A.bad is left out: B "])
  }

  @Test("Elements of a model that are left out are reported")
  func notes() throws {
    let notes = try everything().notes
    for part in ["Item.shade", "byPlace", "template empty", "template odd"] {
      #expect(notes.count { $0.contains(part) } == 1, "\(part)")
    }
    #expect(notes.count == 4)
    let more = try XcodeModel(
      contents: XcodeSamples.property(
        """
        <attribute name="a" attributeType="Integer 16" defaultValueString="0" minValueString="1"/>
        <attribute name="b" optional="YES" attributeType="Boolean" minValueString="1"/>
        <attribute name="c" optional="YES" attributeType="String" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="d" optional="YES" attributeType="Binary" defaultValueString="x"/>
        <relationship name="e" optional="YES" toMany="YES" minCount="2" destinationEntity="B"
          inverseName="f" inverseEntity="B"/>
        """,
        more: "<relationship name='f' maxCount='1' destinationEntity='A' inverseName='e' inverseEntity='A'/>")
    )
    #expect(more.notes.map { $0.prefix(3) } == ["A.a", "A.b", "A.c", "A.d", "A.e"])
    #expect(more.model.entity(named: "A")?.attributes.first?.defaultValue == .null)
  }

  private final class Parcel: ManagedObject {}

  @Test("The caller gives classes, which sub-entities share")
  func classes() throws {
    let model = try XcodeModel(contents: XcodeSamples.everything) { ["Item": Parcel.self][$0] }.model
    #expect(
      model.entities.map { "\($0.managedObjectClass)" } == [
        "Parcel", "Parcel", "ManagedObject", "ManagedObject", "ManagedObject",
      ])
  }

  @Test(
    "A model that was read makes a store, whose objects can be used",
    arguments: [StoreKind.memory, .binary, .xml, .sqlite])
  @MainActor func use(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.open(in: folder, model: try everything().model)
    let context = try PersistentContainer(store: store).viewContext
    let rack = try context.insert(entityNamed: "Rack")
    for code in ["abc", "abd"] {
      let volume = try context.insert(entityNamed: "Volume")
      volume.setValue(.string(code), forKey: "code")
      volume.setValue(.reference(rack.objectID), forKey: "rack")
      rack.setValue(.reference(volume.objectID), forKey: "highlight")
    }
    try context.save()
    let request: FetchRequest = try context.model.fetchRequest(
      template: "coded", substituting: ["CODE": "abc"])
    #expect(request.limit == 7)
    #expect(try context.fetch(request).isEmpty)
    var all = request
    all.includesSubentities = true
    let found = try context.fetch(all)
    #expect(found.map { $0.value(forKey: "search") } == [.string("abc")])
    #expect(try found.first?.fetchedObjects(forKey: "same") == found)
  }

  @Test(
    "Elements of a model that are not supported are refused, with entity and property",
    arguments: [
      ("<attribute name='x' attributeType='Composite'/>", "A.x is of the type Composite"),
      ("<attribute name='x' optional='YES'/>", "A.x has no type"),
      ("<attribute attributeType='String'/>", "A has an attribute without a name"),
      ("<attribute name='x y' attributeType='String'/>", "\"x y\""),
      ("<attribute name='_pk' attributeType='String'/>", "\"_pk\""),
      (
        "<attribute name='x' attributeType='Integer 16' defaultValueString='1.5'/>",
        "A.x has the defaultValue"
      ),
      (
        "<attribute name='x' attributeType='Integer 16' defaultValueString='70000'/>", "A.x starts with 70000"
      ),
      ("<attribute name='x' attributeType='Date' defaultDateTimeInterval='nan'/>", "A.x has the defaultDate"),
      ("<attribute name='x' attributeType='String' minValueString='few'/>", "A.x has the minValueString"),
      ("<attribute name='x' attributeType='String' regularExpressionString='('/>", "A.x has the pattern"),
      (
        "<attribute name='x' attributeType='String' derived='YES' derivationExpression='b.name'/>",
        "A.x is derived by “b.name”"
      ),
      ("<relationship name='x' toMany='YES' destinationEntity='B'/>", "A.x leads to many objects"),
      ("<relationship name='x' destinationEntity='C'/>", "A.x leads to C"),
      ("<relationship name='x'/>", "A.x leads to no entity"),
      (
        "<relationship name='x' destinationEntity='B' deletionRule='Shrug'/>", "A.x has the delete rule Shrug"
      ),
      ("<relationship name='x' destinationEntity='B' transient='YES'/>", "A.x is a transient relationship"),
      (
        "<relationship name='x' toMany='YES' minCount='few' destinationEntity='B' inverseName='y'/>",
        "A.x has a minCount"
      ),
      (
        "<uniquenessConstraints><uniquenessConstraint><constraint value='z'/></uniquenessConstraint>"
          + "</uniquenessConstraints>",
        "A has nothing named z"
      ),
      (
        "<fetchedProperty name='x'><fetchRequest entity='B' predicateString='$FETCH_SOURCE.y == 1'/>"
          + "</fetchedProperty>",
        "A.x cannot be fetched"
      ),
    ])
  func refusals(property: String, sentence: String) throws {
    let error = #expect(throws: XcodeModelError.self) {
      try XcodeModel(contents: XcodeSamples.property(property), path: "Shop.xcdatamodel/contents")
    }
    let text = error?.description ?? ""
    #expect(text.contains(sentence), "\(text)")
    #expect(text.hasPrefix("Shop.xcdatamodel/contents"), "\(text)")
  }

  @Test(
    "Text that is no model is refused with the line",
    arguments: [
      ("", "the file ends too early in line 1"),
      ("<model>\n<entity>\n</model>", "</model> ends nothing in line 3"),
      ("<plist/>", "outermost element is <plist>"), ("<model a='1' a='2'/>", "a is there twice in line 1"),
      ("<!DOCTYPE m [<!ENTITY a \"b\">]>\n<model/>", "declarations are not read in line 1"),
      ("<model>\n<!DOCTYPE m></model>", "document types are not read in line 2"),
      ("<model>\n&other;</model>", "&other; is unknown in line 2"),
      (String(repeating: "<a>", count: 100), "nested more than 64 levels deep"),
    ])
  func noModel(text: String, sentence: String) throws {
    let error = #expect(throws: XcodeModelError.self) { try XcodeModel(contents: Data(text.utf8)) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test("A document type that only names one is passed over")
  func documentType() throws {
    let text = "<?xml version='1.0'?><!DOCTYPE model SYSTEM \"model.dtd\"><model><entity name='A'/></model>"
    #expect(try XcodeModel(contents: Data(text.utf8)).model.entities.map(\.name) == ["A"])
  }

  @Test("A damaged model is read or refused, and traps nothing")
  func damage() throws {
    let bytes = Array(XcodeSamples.everything)
    var random = SeededGenerator(seed: 7)
    let words = [
      "NO", "YES", "", "-1", "9999999999999999999", "1e400", "Item", "code", "Binary", "Boolean", "&#0;",
    ]
    let values = Array(String(decoding: bytes, as: UTF8.self).split(separator: "\""))
    var (read, refused) = (0, 0)
    for round in 0..<1_500 {
      var damaged = bytes
      if round.isMultiple(of: 2) {
        var values = values.map(String.init)
        for _ in 0..<3 {
          let place = Int.random(in: 0..<values.count / 2, using: &random) * 2 + 1
          if place < values.count { values[place] = words.randomElement(using: &random) ?? "" }
        }
        damaged = Array(values.joined(separator: "\"").utf8)
      } else {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        let end = min(damaged.count, place + Int.random(in: 1..<40, using: &random))
        if round % 4 == 1 { damaged.removeSubrange(place..<end) } else { damaged[place] = UInt8(end & 127) }
      }
      do {
        _ = try XcodeModel(contents: Data(damaged)).model.versionHashes
        read += 1
      } catch {
        #expect(error.description.hasPrefix("contents"))
        refused += 1
      }
    }
    #expect(read > 20 && refused > 200, "\(read) read, \(refused) refused")
  }
}
