/// The answer of a terminal to data for its clipboard.
public enum ClipboardAnswer: Hashable, Sendable {
  /// The data is in the clipboard.
  case done
  /// The terminal did not take the data, with a clause that says why.
  case refused(reason: String)

  /// Reads the metadata of an answer, `type=write:status=DONE`; `nil` if it is no answer to data.
  init?(metadata: Substring) {
    let fields = metadata.split(separator: ":")
    guard fields.contains("type=write"), let status = fields.first(where: { $0.hasPrefix("status=") }) else {
      return nil
    }
    switch status.dropFirst(7) {
    case "DONE": self = .done
    case "EPERM": self = .refused(reason: "it does not allow programs to write to the clipboard")
    case "ENOSYS": self = .refused(reason: "it has no such clipboard")
    case "EBUSY": self = .refused(reason: "another program is writing to the clipboard")
    case let code: self = .refused(reason: "it reports \(code)")
    }
  }
}
