internal import CPseudoTerminal

extension Unicode.Scalar {
  /// How many columns a terminal gives the character: 0 for marks and joiners, 2 for wide ones.
  ///
  /// The C library's table, which ncurses uses as well; a character it does not know takes one column.
  var columns: Int {
    if value < 0x300 { return 1 }
    let width = Int(cpty_width(value))
    return width < 0 ? 1 : width
  }
}
