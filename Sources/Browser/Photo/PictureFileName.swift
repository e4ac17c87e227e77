import PictureFetching

/// The names of files of pictures.
nonisolated enum PictureFileName {
  /// Returns the name of a file: the ID, which distinguishes photos, and the letters and digits of the title.
  ///
  /// It begins with no hyphen, contains nothing that a shell or a program treats in a special way, and is short enough for
  /// every file system.
  static func of(_ subject: PictureSubject, title: String, _ file: PictureFile) -> String {
    let words = title.split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    let id = subject.flickrID.filter { $0.isLetter || $0.isNumber }
    let parts = [cut(id, to: 60), cut(words, to: 120)].filter { !$0.isEmpty }
    return (parts.isEmpty ? "photo" : parts.joined(separator: "-")) + "." + file.fileExtension
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
