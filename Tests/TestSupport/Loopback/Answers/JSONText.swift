/// Writes strings in Flickr's form.
struct JSONText {
  let escapesUnicode: Bool

  func written(_ value: Element.Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let digits): digits
    case .null: "null"
    }
  }

  func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || escapesUnicode && scalar.value > 0x7E {
          for unit in String(scalar).utf16 { result += "\\u" + hex(unit) }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
