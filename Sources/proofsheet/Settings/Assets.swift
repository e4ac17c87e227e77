import Foundation
import Transfer

/// The data files that come with the program.
enum Assets {
  /// The address of the folder of the sample roll; nil when it is not there.
  static var sampleRoll: TransferURL? { sampleFolder.map { TransferURL($0.absoluteString) } }

  /// The folder of the sample roll; nil when it is not there.
  static var sampleFolder: URL? {
    candidates.map { $0.appendingPathComponent("sample") }.first { folder in
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("page-1.json").path)
    }
  }

  /// The folder of the world map; nil when it is not there.
  static var worldFolder: URL? {
    candidates.map { $0.appendingPathComponent("world") }.first { folder in
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("outline.txt").path)
    }
  }

  /// The file of the towns; nil when the world map is not there.
  static var townFile: URL? { worldFolder?.appendingPathComponent("towns.txt") }

  /// The possible folders of the data: named by the environment, installed beside the program, or in the
  /// source tree of the build.
  private static var candidates: [URL] {
    var candidates: [URL] = []
    if let named = Environment.value("PROOFSHEET_ASSETS") { candidates.append(URL(fileURLWithPath: named)) }
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    candidates.append(folder.deletingLastPathComponent().appendingPathComponent("share/proofsheet"))
    for _ in 0..<4 {
      folder = folder.deletingLastPathComponent()
      candidates.append(folder.appendingPathComponent("assets"))
    }
    return candidates
  }
}
