import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Folders of Xcode's models")
struct XcodeModelFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path("Shop.xcdatamodeld") }

  /// Writes a model version with one entity of the given name.
  private func write(_ version: String, entity: String) throws {
    let url = URL(filePath: path).appending(path: "\(version).xcdatamodel")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try XcodeSamples.model("<entity name=\"\(entity)\"/>").write(to: url.appending(path: "contents"))
  }

  private func setCurrent(_ name: String) throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>
      \t<string>\(name)</string>
      </dict>
      </plist>
      """
    try Data(text.utf8).write(to: URL(filePath: path).appending(path: ".xccurrentversion"))
  }

  private func names(_ version: String? = nil) throws -> [String] {
    try XcodeModel(at: path, version: version).model.entities.map(\.name)
  }

  private func refusal(_ path: String, _ version: String? = nil) -> String {
    #expect(throws: XcodeModelError.self) { try XcodeModel(at: path, version: version) }?.description ?? ""
  }

  @Test("The current version is read unless another is named")
  func versions() throws {
    try write("Shop", entity: "Old")
    try write("Shop 2", entity: "New")
    try setCurrent("Shop 2.xcdatamodel")
    #expect(try names() == ["New"])
    #expect(try names("Shop") == ["Old"])
    let versions = try XcodeModel.versions(at: path)
    #expect(versions.names == ["Shop", "Shop 2"])
    #expect(versions.current == "Shop 2")
    let read = try XcodeModel(at: path)
    #expect(read.path == path + "/Shop 2.xcdatamodel/contents")
  }

  @Test("One version alone is the current one, and can be read by its own path")
  func alone() throws {
    try write("Shop", entity: "Only")
    #expect(try names() == ["Only"])
    for path in [path + "/Shop.xcdatamodel", path + "/Shop.xcdatamodel/contents"] {
      #expect(try XcodeModel(at: path).model.entities.map(\.name) == ["Only"])
      #expect(try XcodeModel.versions(at: path).names.count == 1)
    }
    #expect(try XcodeModel.versions(at: path + "/Shop.xcdatamodel").current == "Shop")
  }

  @Test("What is missing or does not fit is said")
  func refusals() throws {
    #expect(refusal(path) == "\(path) is not there")
    try write("Shop", entity: "Old")
    try write("Shop 2", entity: "New")
    #expect(refusal(path).contains("2 versions and does not say which one is current"))
    #expect(refusal(path, "Shop 3").contains("has no version Shop 3"))
    #expect(refusal(path, "../Shop").contains("has no version ../Shop"))
    try setCurrent("Shop 9.xcdatamodel")
    #expect(refusal(path).contains("calls the version Shop 9 current"))
    try setCurrent("</string>")
    #expect(refusal(path).contains(".xccurrentversion that cannot be read"))
    try FileManager.default.removeItem(atPath: path + "/Shop.xcdatamodel/contents")
    #expect(refusal(path, "Shop").contains("Shop.xcdatamodel/contents cannot be read"))
    #expect(refusal(path + "/Shop 2.xcdatamodel/contents", "Shop").contains("has no versions"))
  }
}
