import Foundation
import PictureFetching

/// The names of files of pictures.
nonisolated enum PictureFileName {
  /// Returns the name of a file: the ID, which distinguishes photos, and the letters and digits of the title.
  ///
  /// A photo of the user's own files has the name of its file instead, and a few characters of its ID: files of the same name in
  /// several folders stay apart.
  ///
  /// It begins with no hyphen, contains nothing that a shell or a program treats in a special way, and is short enough for
  /// every file system.
  static func of(_ subject: PictureSubject, title: String, extension ending: String) -> String {
    let ownFile = subject.flickrID.hasPrefix(PictureSubject.fileID) ? subject.filePath : nil
    let parts: [String]
    if let ownFile {
      let id = subject.flickrID.dropFirst(PictureSubject.fileID.count)
      let name = URL(filePath: ownFile).deletingPathExtension().lastPathComponent
      parts = [cut(words(of: name, keeping: "_"), to: 120), cut(words(of: id), to: 8)]
    } else {
      parts = [cut(words(of: subject.flickrID, separator: ""), to: 60), cut(words(of: title), to: 120)]
    }
    let name = parts.filter { !$0.isEmpty }.joined(separator: "-")
    return (name.isEmpty ? "photo" : name) + "." + ending
  }

  private static func words(
    of text: some StringProtocol, keeping kept: Character? = nil, separator: String = "-"
  ) -> String {
    text.split { !($0.isLetter || $0.isNumber || $0 == kept) }.joined(separator: separator)
  }

  /// Returns the longest prefix of at most `bytes` bytes: names of files are limited to 255.
  private static func cut(_ text: String, to bytes: Int) -> String {
    var rest = bytes
    return String(
      text.prefix { character in
        rest -= character.utf8.count
        return rest >= 0
      })
  }
}
