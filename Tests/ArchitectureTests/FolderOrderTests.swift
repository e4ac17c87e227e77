import Testing

@Suite("Order of folders")
struct FolderOrderTests {
  @Test("Every folder of ObjectGraph has a row in the table, and every name in a row a folder")
  func rowsAndFolders() throws {
    let folders = try PackageFolder.folders(in: "Sources/ObjectGraph").filter { !$0.hasSuffix(".docc") }
    #expect(Set(try FolderOrder.objectGraph.rows.joined()) == folders)
  }

  @Test("No file of ObjectGraph uses a type of a row below its own")
  func types() throws {
    let files = try PackageFolder.sources(below: "Sources/ObjectGraph")
    let order = try FolderOrder.objectGraph
    #expect(files.count > 250 && order.rows.count == 3)
    #expect(order.violations(in: files) == [])
  }

  @Test(
    "A use of a type of a row below is found",
    arguments: [
      "func f(_ context: Context) {}", "let contexts: [Context] = []", "extension Context {}",
      "struct A<T: Context> {}",
    ])
  func found(line: String) {
    let order = FolderOrder(rows: [["Values"], ["Contexts"]])
    let context = SourceFile(path: "Sources/Graph/Contexts/Context.swift", text: "final class Context {}")
    let value = SourceFile(path: "Sources/Graph/Values/Value.swift", text: line)
    #expect(order.violations(in: [context, value]).count == 1)
  }

  @Test(
    "What only looks like a use of a type of a row below is let through",
    arguments: ["// Context", "let text = \"Context\"", "enum Context {}", "let contextual = 1"])
  func letThrough(line: String) {
    let order = FolderOrder(rows: [["Values"], ["Contexts"]])
    let context = SourceFile(path: "Sources/Graph/Contexts/Context.swift", text: "final class Context {}")
    let value = SourceFile(path: "Sources/Graph/Values/Value.swift", text: line)
    #expect(order.violations(in: [context, value]) == [])
  }
}
