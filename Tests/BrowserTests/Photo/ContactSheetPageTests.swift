import Foundation
import Testing

@testable import Browser

@MainActor @Suite("A contact sheet as a page")
struct ContactSheetPageTests {
  @Test("shows what strangers wrote as text, and links to pages of the web only")
  func hostile() throws {
    let title = "</title><script>alert('x')</script>\" onload=\"y & z"
    let page = ContactSheetPage(
      title: title,
      entries: [
        .init(
          title: title, credit: "© <b>", page: "https://x/?a=1&b=\"2\"", shape: 1.5, picture: [0xFF, 0xD8]),
        .init(title: "two", credit: "", page: "javascript:alert(1)", shape: .infinity),
      ])
    let html = page.html
    #expect(!html.contains("<script") && !html.contains("javascript:") && !html.contains("<b>"))
    #expect(
      html.contains("&lt;script&gt;alert(&#39;x&#39;)") && html.contains("&quot; onload=&quot;y &amp; z"))
    #expect(html.contains("href=\"https://x/?a=1&amp;b=&quot;2&quot;\""))
    #expect(html.contains("data:image/jpeg;base64,/9g=") && html.contains("--shape: 1.500"))
    #expect(html.contains("--shape: 4.000") && html.contains("<div class=\"none\"></div>"))
    // Every tag that is opened is closed, so that a browser reads it as it is meant.
    let tags = try TagDepth(html)
    #expect(tags.depth == 0)
  }
}

/// Counts the tags of a page that have an end.
private struct TagDepth {
  private(set) var depth = 0

  init(_ html: String) throws {
    for tag in html.matches(of: /<(\/?)([a-z][a-z0-9]*)[^>]*>/) {
      if ["meta", "img", "br"].contains(String(tag.2)) { continue }
      depth += tag.1.isEmpty ? 1 : -1
    }
  }
}
