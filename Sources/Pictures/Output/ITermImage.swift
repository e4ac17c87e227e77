internal import Foundation

/// Writes iTerm2's inline images, which are files that the terminal decodes by itself.
///
/// https://iterm2.com/documentation-images.html
public enum ITermImage {
  /// Shows a file (JPEG, PNG) within so many cells from the cursor on, in its own proportions.
  ///
  /// Where the terminal knows how, the cursor stays.
  ///
  /// O(bytes).
  public static func encode(file: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    let keys =
      "inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=1;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + Data(file).base64EncodedData() + [0x07]
  }
}
