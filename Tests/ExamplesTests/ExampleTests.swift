import Testing

@Suite("The examples")
struct ExampleTests {
  @Test("Without a name they are listed")
  func list() async throws {
    let run = try await ExampleRun.of()
    run.expect(
      ["stacks", "photographers", "orgchart", "departments", "cars", "people"].map {
        "  swift run examples \($0) "
      })
  }

  @Test("An unknown name of an example is reported in a sentence")
  func unknown() async throws {
    let run = try await ExampleRun.of("nonsense")
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.contains("There is no example named “nonsense”; there are "))
  }

  @Test(
    "A number that cannot be used is refused in a sentence",
    arguments: [
      (["stacks", "--photos=-1"], "--photos must be at least 0."),
      (["cars", "--delay", "inf"], "--delay must be 0 to 3600 seconds."),
      (["people", "--delay", "nan"], "--delay must be 0 to 3600 seconds."),
    ])
  func numbers(arguments: [String], sentence: String) async throws {
    let run = try await ExampleRun.of(arguments)
    #expect(run.status == 64 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test(
    "Only the stack that is saved late, or fails, shows a photo twice; looking first writes nothing again")
  func stacks() async throws {
    let run = try await ExampleRun.of("stacks", "--photos", "20")
    let names = [
      "one context ", "document ", "writer, main ", "writer, main, worker", "the same, shared",
      "one context, saved late",
    ]
    let ways = [
      "object trumps", "store trumps", "newPhotos", "overwrite", "rollback", "a rule of one's own", "error",
    ]
    run.expect(["20 photos are imported"] + ways.flatMap { [$0] + names.map { "  " + $0 } })
    #expect(!run.output.contains("that left"))
    var way = ""
    for line in run.lines {
      way = ways.first { line.hasPrefix($0 + ":") } ?? way
      guard let name = names.first(where: { line.hasPrefix("  " + $0) }) else { continue }
      let cells = line.dropFirst(26).split(separator: " ")
      let shows =
        name == "one context, saved late" && way != "newPhotos" || name == "document " && way == "error"
      #expect(cells[2] == (shows ? "20" : "0"), "\(way): \(line)")
      #expect((cells[1] == "refused") == (way == "error"), "\(way): \(line)")
    }
  }

  @Test("Lists of photographers and of photos report their changes")
  func photographers() async throws {
    let run = try await ExampleRun.of("photographers")
    run.expect([
      "Photographers,", "  A", "    Ann (2)", "  B", "    Bea (1)", "Photos of Ann", "    Harbor at dawn",
      "    Lighthouse",
      "In the background", "  photographers: + section 2  C", "  photographers: + row 2.0  Carl (1)",
      "  photographers: ~ row 0.0  Ann (3)", "  photos: + row 0.0  Fog",
      "“Harbor at dawn” becomes", "  photos: > row 0.1 to 0.2  Sunrise",
      "Bea becomes Zoe", "  photographers: - section 1  B", "  photographers: + section 2  Z",
      "  photographers: > row 1.0 to 2.0  Zoe (1)",
      "Zoe's only photo", "  photographers: - section 2  Z", "  photographers: - row 2.0  Zoe (1)",
      "That is undone", "  photographers: + section 2  Z", "  photographers: + row 2.0  Zoe (1)",
      "A photo passes", "  photographers: ~ row 0.0  Ann (2)", "  photographers: ~ row 2.0  Zoe (2)",
      "  photos: - row 0.0  Fog",
    ])
  }

  @Test("The organization is read back as a tree, and its tables are shown")
  func orgChart() async throws {
    let run = try await ExampleRun.of("orgchart")
    run.expect([
      "Harbor Light & Power (organization 1)", "    Ada Fernández", "        Bo Lindqvist",
      "            Dora Nagy", "        Chidi Okafor",
      "Dora's boss's boss is the leader herself, the same object: true",
      "  CREATE TABLE ZORGANIZATION", "      (Z_PK INTEGER PRIMARY KEY, ", "  CREATE TABLE ZPERSON",
      "  CREATE TABLE Z_METADATA", "  CREATE TABLE Z_PRIMARYKEY",
      "  CREATE INDEX ZORGANIZATION_ZLEADER_INDEX",
      "  CREATE INDEX ZPERSON_ZBOSS_INDEX",
    ])
  }

  @Test("Departments have defaults, are refused without a title, and take their employees along")
  func departments() async throws {
    let run = try await ExampleRun.of("departments")
    run.expect([
      "  title “”, phone not connected", "  internal ID set: true",
      "Saved without a title", "  Department 1/p1 needs a value for title",
      "Employees come and go", "    Femi Adeyemi, 29: Research", "    Gus Novak: Research",
      "    Eve Sorensen, 41: Research", "    departments: 1, employees: 3",
      "  Gus was taken out", "    Gus Novak: no department", "    departments: 1, employees: 3",
      "Rules of the model", "  Employee 2/p2 has 7 for age: age must be at least 15",
      "  After a rollback, Femi Adeyemi is 29 again.",
      "The department is deleted", "    Gus Novak: no department", "    departments: 0, employees: 1",
      "A later version", "    Gus Novak, room not known", "    Gus Novak, room B 12",
    ])
  }

  @Test("Cars are inserted in the background, and the main context reports them")
  func cars() async throws {
    let run = try await ExampleRun.of("cars", "--delay", "0.01")
    run.expect([
      "Four cars", "  inserted  Beetle, Fiat 500, Mini, Trabant", "One more, after 0.01 seconds",
      "  inserted  2CV",
      "Changes of this context", "  updated   Beetle, the new one", "  deleted   Trabant",
      "Cars are read from JSON", "  inserted  Messerschmitt KR200, Morgan 3 Wheeler",
      "All cars", "  3 wheels, a roof,  Messerschmitt KR200", "  3 wheels, no roof, Morgan 3 Wheeler",
      "  4 wheels, no roof, 2CV", "  4 wheels, a roof,  Mini",
      "All are cleared", "  deleted   Beetle, the new one, Fiat 500, Mini, 2CV, ",
    ])
    #expect(run.lines.count { $0.hasPrefix("  inserted") } == 3)
  }

  @Test("People are in sections by name, their avatars in files, and a late one comes by himself")
  func people() async throws {
    let run = try await ExampleRun.of("people", "--delay", "0.01")
    run.expect([
      "Two people", "  Ilya", "    repairs clocks, avatar of 2 KB", "  Nora",
      "    paints tramways, avatar of 250 KB", "  Avatars in files of their own: 1",
      "After 0.01 seconds", "  people: + row 0.1  sails, avatar of 180 KB",
      "  Avatars in files of their own: 2",
      "One of the two", "  people: + section 2  Yuri", "  people: > row 0.1 to 2.0  sails",
      "Nora leaves", "  people: - section 1  Nora", "  people: - row 1.0  paints tramways",
      "  Avatars in files of their own: 1",
    ])
  }
}
