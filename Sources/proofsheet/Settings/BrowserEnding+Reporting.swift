import Browser

extension BrowserEnding {
  /// Lists the changes that are not saved, and ends the program by the signal that ended the browser, if there was one.
  ///
  /// The caller has closed the screen. If something is not saved, it must end with a failure.
  func report() {
    if let unsaved { Talk.line("proofsheet: " + Sentence.of(unsaved)) }
    if let signal { Interruption.end(by: signal) }
  }
}
