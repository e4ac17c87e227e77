import Foundation

/// A contact sheet as a page of HTML that needs no other file.
nonisolated struct ContactSheetPage: Sendable {
  /// A photo of the sheet.
  struct Entry: Sendable {
    let title: String
    /// The photographer and the license.
    let credit: String
    /// The address of its page; `nil` if it has none.
    let page: String?
    /// The ratio of width to height.
    let shape: Double
    /// The bytes of the picture; `nil` if there is none.
    var picture: [UInt8]?
    /// The format of the picture, such as `jpeg`.
    var format = "jpeg"
  }

  let title: String
  var entries: [Entry]

  /// The longer side of a picture in pixels.
  static let longerSide = 640

  /// The page; titles and credits are texts of strangers, and stand in it as texts.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="generator" content="Proofsheet">
    <title>\(Self.escaped(title))</title>
    <style>
    body { margin: 2rem; background: #fff; color: #222; font: 14px/1.4 system-ui, sans-serif; }
    @media (prefers-color-scheme: dark) { body { background: #161616; color: #ddd; } }
    main { display: flex; flex-wrap: wrap; gap: 10px; }
    main::after { content: ""; flex-grow: 1000; }
    figure { margin: 0; flex: calc(var(--shape) * 220) 1 calc(var(--shape) * 220px); }
    img, .none { display: block; width: 100%; aspect-ratio: var(--shape); object-fit: cover; background: #8884; }
    figcaption { font-size: 12px; overflow-wrap: anywhere; }
    a { color: inherit; }
    </style>
    </head>
    <body>
    <h1>\(Self.escaped(title))</h1>
    <main>
    \(entries.map(Self.figure).joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private static func figure(_ entry: Entry) -> String {
    let image = entry.picture.map { bytes in
      let data = Data(bytes).base64EncodedString()
      return "<img alt=\"\(escaped(entry.title))\" src=\"data:image/\(entry.format);base64,\(data)\">"
    }
    let title = escaped(entry.title)
    // Only addresses of the web: another scheme could run a script.
    let isWeb = entry.page.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
    let link = isWeb ? entry.page.map { "<a href=\"\(escaped($0))\">\(title)</a>" } : nil
    let shape = String(format: "%.3f", min(max(entry.shape, 0.3), 4))
    return """
      <figure style="--shape: \(shape)">\(image ?? "<div class=\"none\"></div>")\
      <figcaption>\(link ?? title)<br>\(escaped(entry.credit))</figcaption></figure>
      """
  }

  /// Returns a text as HTML shows it: <https://html.spec.whatwg.org/#escapingString>.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
