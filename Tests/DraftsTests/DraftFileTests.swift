import Foundation
import TestSupport
import Testing

@testable import Drafts

@Suite("Files of drafts")
struct DraftFileTests {
  @Test("A draft is private, in a folder of its own that goes with it")
  func privacy() throws {
    let folder = try TemporaryFolder()
    let file = try DraftFile("title = \"ü\"\n", below: folder.url.path)
    let other = try DraftFile("", below: folder.url.path)
    #expect(file.path != other.path)
    var status = stat()
    #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let parent = URL(filePath: file.path).deletingLastPathComponent().path
    #expect(stat(parent, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(try file.read() == "title = \"ü\"\n")
    try Data("backup".utf8).write(to: URL(filePath: file.path + "~"))
    file.remove()
    #expect(!FileManager.default.fileExists(atPath: parent))
    #expect(FileManager.default.fileExists(atPath: other.path))
  }

  @Test("A draft that cannot be written or read says why")
  func failures() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path("missing")
    #expect(
      throws: DraftFile.Failure(
        description: "No draft can be written below \(missing): No such file or directory.")
    ) {
      try DraftFile("", below: missing)
    }
    let file = try DraftFile("", below: folder.url.path)
    try Data([0xEF, 0xBB, 0xBF, 0x61]).write(to: URL(filePath: file.path))
    #expect(try file.read() == "a")
    try Data([0x61, 0xFF]).write(to: URL(filePath: file.path))
    #expect(
      throws: DraftFile.Failure(description: "The draft \(file.path) is not text in UTF-8: save it as UTF-8.")
    ) {
      try file.read()
    }
    file.remove()
    #expect(
      throws: DraftFile.Failure(description: "The draft \(file.path) cannot be read: the file is gone.")
    ) {
      try file.read()
    }
  }

  @Test("The editor is that of the settings, of VISUAL, of EDITOR, or the first that is installed")
  func editors() {
    func line(_ setting: String?, _ environment: [String: String], _ installed: [String] = []) -> String {
      TextEditor(setting: setting, environment: environment, isInstalled: installed.contains).line
    }
    #expect(line("mine", ["VISUAL": "b", "EDITOR": "c"]) == "mine")
    #expect(line(nil, ["VISUAL": "b", "EDITOR": "c"]) == "b")
    #expect(line(nil, ["VISUAL": " ", "EDITOR": "c"]) == "c")
    #expect(line(nil, [:], ["nano", "sensible-editor"]) == "sensible-editor")
    #expect(line(nil, [:], ["nano"]) == "nano")
    #expect(line(nil, [:]) == "vi")
    let editor = TextEditor(setting: "/opt/my/vim -u NONE", environment: [:]) { _ in false }
    #expect(editor.name == "vim")
    #expect(editor.arguments(for: "/a b") == ["/bin/sh", "-c", "/opt/my/vim -u NONE \"$@\"", "vim", "/a b"])
  }
}
