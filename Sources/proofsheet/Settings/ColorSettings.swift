import Terminal

/// The table of colors in the configuration: styles by the parts of the screen, for all backgrounds and for one.
struct ColorSettings: Decodable {
  /// The error in a setting.
  struct SettingError: Error, CustomStringConvertible {
    /// The table that has the setting.
    let table: String
    /// The name of the setting.
    let name: String
    /// The error as the end of a sentence.
    let description: String
  }

  /// The styles by the names of roles, below the name of a brightness or empty for both.
  private var styles: [String: [String: String]] = [:]
  private var theme: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for name in container.allKeys {
      if Theme.Brightness(rawValue: name.stringValue) != nil {
        styles[name.stringValue] = try container.decode([String: String].self, forKey: name)
      } else if name.stringValue == "theme" {
        theme = try container.decode(String.self, forKey: name)
      } else {
        styles["", default: [:]][name.stringValue] = try container.decode(String.self, forKey: name)
      }
    }
  }

  /// Makes the theme.
  ///
  /// - Throws: ``SettingError``.
  func makeTheme() throws(SettingError) -> Theme {
    var result = Theme()
    if let theme, theme != "auto" {
      guard let brightness = Theme.Brightness(rawValue: theme) else {
        throw SettingError(
          table: "colors", name: "theme",
          description: "there is no theme “\(theme)”; it can be auto, dark or light")
      }
      result.brightness = brightness
    }
    for brightness in Theme.Brightness.allCases {
      // Those of one brightness come after those of both, and win.
      for part in ["", brightness.rawValue] {
        for (name, text) in styles[part, default: [:]].sorted(by: { $0.key < $1.key }) {
          let table = part.isEmpty ? "colors" : "colors.\(part)"
          result.styles[brightness, default: [:]][try role(name, in: table)] =
            try style(text, of: name, in: table)
        }
      }
    }
    return result
  }

  private func role(_ name: String, in table: String) throws(SettingError) -> StyleRole {
    if let role = StyleRole(rawValue: name) { return role }
    let names = StyleRole.allCases.map(\.rawValue) + (table == "colors" ? ["theme", "dark", "light"] : [])
    throw SettingError(
      table: table, name: name,
      description: "there is no color “\(name)”; there are \(names.joined(separator: ", "))")
  }

  private func style(_ text: String, of name: String, in table: String) throws(SettingError) -> Style {
    do {
      return try Style(text: text)
    } catch {
      throw SettingError(table: table, name: name, description: "\(name): \(error)")
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
