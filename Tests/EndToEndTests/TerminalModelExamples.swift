import TestSupport
import Testing

/// Output and the lines it makes on a screen of 10 columns and 4 rows; `^[` stands for ESC.
struct ScreenExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let output: String
  let lines: [String]
  let cursor: TerminalModel.Position?

  init(_ name: String, _ output: String, _ lines: [String], cursor: (Int, Int)? = nil) {
    testDescription = name
    self.output = output.replacing("^[", with: "\u{1B}")
    self.lines = lines + Array(repeating: "", count: 4 - lines.count)
    self.cursor = cursor.map { .init(row: $0.0, column: $0.1) }
  }

  static let four = "1\r\n2\r\n3\r\n4"

  static let moving = [
    ScreenExample("plain text", "ab\r\ncd", ["ab", "cd"], cursor: (1, 2)),
    ScreenExample("a line feed alone keeps the column", "ab\ncd", ["ab", "  cd"]),
    ScreenExample("text goes on in the next row", "0123456789ab", ["0123456789", "ab"]),
    ScreenExample("the wrap waits for the next character", "0123456789\r\nab", ["0123456789", "ab"]),
    ScreenExample("a full row keeps the cursor in it", "0123456789", ["0123456789"], cursor: (0, 9)),
    ScreenExample("a move forgets the waiting wrap", "0123456789^[[Gx", ["x123456789"]),
    ScreenExample("without autowrap the last column is overwritten", "^[[?7l0123456789ab", ["012345678b"]),
    ScreenExample("the last row scrolls", four + "\r\n5", ["2", "3", "4", "5"]),
    ScreenExample("CUP", "^[[2;3Hx^[[Hy", ["y", "  x"], cursor: (0, 1)),
    ScreenExample("CUP beyond the screen stops at its edge", "^[[99;99Hx", ["", "", "", "         x"]),
    ScreenExample("CUU CUD CUF CUB", "^[[3;3H^[[Aa^[[2Bb^[[2Dc^[[1Cd", ["", "  a", "", "  cbd"]),
    ScreenExample("CHA HPA VPA CNL CPL", "^[[5Ga^[[3`b^[[3dc^[[Ed^[[2Fe", ["  b a", "e", "   c", "d"]),
    ScreenExample("tabs forth and back", "a\tb^[[Zc", ["a       c"]),
    ScreenExample("a tab stop of one's own", "^[[3g^[[4G^[H\r\tx", ["   x"]),
    ScreenExample("IND, NEL and RI", "a^[Db^[Ec^[Md", ["a", " d", "c"]),
    ScreenExample("DECSC and DECRC", "^[[2;2H^[7^[[H^[8x", ["", " x"]),
    ScreenExample("origin mode counts from the region", "^[[2;3r^[[?6h^[[9;1Hx", ["", "", "x"]),
  ]

  static let editing = [
    ScreenExample("ED from the cursor on", four + "^[[2;1H^[[J", ["1"]),
    ScreenExample("ED up to the cursor", "aa\r\nbb\r\ncc^[[2;1H^[[1J", ["", " b", "cc"]),
    ScreenExample("ED of all keeps the cursor", four + "^[[2J", [], cursor: (3, 1)),
    ScreenExample("EL in its three ways", "abcd^[[3G^[[K\r\nabcd^[[3G^[[1K\r\nabcd^[[2K", ["ab", "   d"]),
    ScreenExample("ECH", "abcdef^[[2G^[[3X", ["a   ef"]),
    ScreenExample("ICH", "abcdef^[[2G^[[2@", ["a  bcdef"]),
    ScreenExample("DCH", "abcdef^[[2G^[[2P", ["adef"]),
    ScreenExample("IL", four + "^[[2;3H^[[L", ["1", "", "2", "3"], cursor: (1, 0)),
    ScreenExample("DL", four + "^[[2;1H^[[2M", ["1", "4"]),
    ScreenExample("REP", "ab^[[3b", ["abbbb"]),
    ScreenExample("REP of line drawing", "^[(0q^[[2b^[(B", ["───"]),
    ScreenExample("SU", four + "^[[2S", ["3", "4"]),
    ScreenExample("SD", four + "^[[T", ["", "1", "2", "3"]),
    ScreenExample("RI at the top scrolls down", "a^[[H^[M", ["", "a"]),
    ScreenExample("a region scrolls alone", four + "^[[2;3r^[[3;1H\nx", ["1", "3", "x", "4"]),
    ScreenExample("RI in a region", four + "^[[2;3r^[[2;1H^[Mx", ["1", "x", "2", "4"]),
    ScreenExample("SU stays in the region", four + "^[[2;3r^[[S", ["1", "3", "", "4"]),
    ScreenExample("IL stays in the region", four + "^[[1;3r^[[2;1H^[[L", ["1", "", "2", "4"]),
    ScreenExample("IL outside of the region", four + "^[[1;2r^[[4;1H^[[L", ["1", "2", "3", "4"]),
    ScreenExample("below the region nothing scrolls", "^[[1;2r^[[4;1Ha\nb", ["", "", "", "ab"]),
    ScreenExample("insert mode", "abc^[[G^[[4hx^[[4ly", ["xybc"]),
    ScreenExample("the alignment test", "^[#8", Array(repeating: "EEEEEEEEEE", count: 4), cursor: (0, 0)),
    ScreenExample("a full reset", four + "^[[2;3r^[[?1049h^[c", [], cursor: (0, 0)),
  ]

  static let characters = [
    ScreenExample("line drawing by ESC ( 0", "^[(0lqk^[(Bq", ["┌─┐q"]),
    ScreenExample("line drawing by SO and SI", "^[)0\u{0E}x\u{0F}x", ["│x"]),
    ScreenExample("wide characters take two columns", "日本x", ["日本x"], cursor: (0, 5)),
    ScreenExample("a wide character skips the last column", "012345678日", ["012345678", "日"]),
    ScreenExample("half a wide character overwritten", "日本^[[2Gx", [" x本"]),
    ScreenExample("half a wide character erased", "日本^[[2G^[[X", ["  本"]),
    ScreenExample("deleting from half to half", "日本x^[[2G^[[2P", ["  x"]),
    ScreenExample("inserting into a wide character", "日x^[[2G^[[@", ["   x"]),
    ScreenExample("marks take no column", "e\u{301}x", ["e\u{301}x"], cursor: (0, 2)),
    ScreenExample("a mark on a wide character", "日\u{301}x", ["日\u{301}x"], cursor: (0, 3)),
    ScreenExample("a mark in the last column", "012345678e\u{301}x", ["012345678e\u{301}", "x"]),
    ScreenExample("joiners and selectors", "a\u{200D}b\u{FE0F}c", ["a\u{200D}b\u{FE0F}c"], cursor: (0, 3)),
  ]

  static let sequences = [
    ScreenExample("the alternate screen hides the main one", "main^[[?1049halt", ["    alt"]),
    ScreenExample("the main screen comes back", "main^[[?1049halt^[[?1049l", ["main"], cursor: (0, 4)),
    ScreenExample("1047 keeps the cursor", "main^[[?1047halt^[[?1047l", ["main"], cursor: (0, 7)),
    ScreenExample("47 keeps the alternate screen", "^[[?47hx^[[?47l^[[?47h", ["x"]),
    ScreenExample("1049 clears the alternate screen", "^[[?1049hx^[[?1049l^[[?1049h", []),
    ScreenExample(
      "strings are not shown", "a^[P1$tx^[\\b^[_Gi=1^[\\c^[^pm^[\\d^[]2;t\u{07}e", ["abcde"]),
    ScreenExample("a title of screen is not shown", "a^[kname^[\\b", ["ab"]),
    ScreenExample("the palette of Linux has no terminator", "a^[]Rb^[]P0abcdefc", ["abc"]),
    ScreenExample("a control inside a sequence is done first", "ab^[[\r1Cx", ["ax"]),
    ScreenExample("CAN breaks a sequence off", "a^[[3\u{18}b", ["ab"]),
    ScreenExample("ESC begins a new sequence", "a^[[3^[[2Cb", ["a  b"]),
    ScreenExample("a control of eight bits", "a\u{9B}2Cb", ["a  b"]),
    ScreenExample("what is not known does nothing", "a^[[?77;1y^[[=3z^[%Gb^[[1;2'wc", ["abc"]),
  ]
}
