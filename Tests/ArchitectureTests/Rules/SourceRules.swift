/// Rules for single files.
enum SourceRules {
  static let longest = 400

  /// A file that is longer than a reader can hold in mind.
  static func length(_ file: SourceFile) -> [Violation] {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    return lines <= longest
      ? [] : [Violation(path: file.path, line: longest, what: "\(lines) lines, more than \(longest)")]
  }

  /// Constructs that put a promise of the compiler out of force and therefore need their reason beside them:
  /// a comment on the same line or on one of the two lines above.
  static func reasons(_ file: SourceFile) -> [Violation] {
    let risky = ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError("]
    let source = SourceText(file.text)
    return source.code.indices.flatMap { index in
      risky.filter { source.code[index].contains($0) }.compactMap { construct in
        let near = max(0, index - 2)...index
        return near.contains { source.hasComment[$0] }
          ? nil
          : Violation(path: file.path, line: index + 1, what: "`\(construct)` without a reason beside it")
      }
    }
  }

  /// Checks whose sentence an optimized build does not print.
  static func silentChecks(_ file: SourceFile) -> [Violation] {
    let source = SourceText(file.text)
    return source.code.indices.flatMap { index in
      ["precondition(", "preconditionFailure("].filter { source.code[index].contains($0) }.map {
        Violation(path: file.path, line: index + 1, what: "`\($0)`: use `require(` or `misuse(`")
      }
    }
  }

  /// Work left undone.
  ///
  /// The words are put together here so that a search for them does not find the rule.
  static func leftovers(_ file: SourceFile) -> [Violation] {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.flatMap { index in
      words.filter { lines[index].contains($0) }.map {
        Violation(path: file.path, line: index + 1, what: $0)
      }
    }
  }

  /// Words that the project replaces by standard terms, also as parts of identifiers.
  static func words(_ file: SourceFile) -> [Violation] {
    var violations: [Violation] = []
    var (line, word, isLower) = (1, [UInt8](), false)
    for byte in file.text.replacing("isCancelled", with: "isDone").utf8 {
      let isUpper = (65...90).contains(byte)
      if (97...122).contains(byte) || isUpper, !(isUpper && isLower) {
        word.append(byte | 0x20)
      } else {
        if let better = avoided[word] {
          let found = String(decoding: word, as: UTF8.self)
          violations.append(Violation(path: file.path, line: line, what: "“\(found)”: write \(better)"))
        }
        word = isUpper ? [byte | 0x20] : []
      }
      isLower = (97...122).contains(byte)
      if byte == 10 { line += 1 }
    }
    return violations
  }

  /// Documentation that does not begin with a noun phrase or a verb phrase.
  static func openings(_ file: SourceFile) -> [Violation] {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.drop { $0 == " " }
    }
    return lines.indices.compactMap { index in
      guard lines[index].hasPrefix("/// "), index == 0 || !lines[index - 1].hasPrefix("///"),
        let opening = lines[index].dropFirst(4).split(separator: " ").first,
        ["What", "Who", "Whether", "How", "Where", "That"].contains(opening)
      else { return nil }
      return Violation(path: file.path, line: index + 1, what: "documentation that begins with “\(opening)”")
    }
  }

  /// Types that a reader does not find by the name of the file; private ones may stay with their only user.
  static func homes(_ file: SourceFile) -> [Violation] {
    let name = file.path.split(separator: "/").last?.prefix { $0 != "." && $0 != "+" } ?? ""
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard lines[index].first?.isLetter == true || lines[index].first == "@" else { return nil }
      let words = lines[index].split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }
      guard let kind = words.firstIndex(where: kinds.contains),
        words[..<kind].allSatisfy({ $0.first?.isLowercase == true || $0.hasPrefix("@") }),
        !words.contains("private"), !words.contains("fileprivate"), !words.contains("extension"),
        kind + 1 < words.count, words[kind + 1] != name
      else { return nil }
      return Violation(path: file.path, line: index + 1, what: "\(words[kind + 1]) in a file of another name")
    }
  }

  /// The words in lower case, with what to write instead.
  ///
  /// They are put together here so that the rule does not find itself.
  private static let avoided: [[UInt8]: String] = {
    let actor = "the actor: the caller, the user, another context, another program"
    let words = [
      "some" + "body": actor, "who" + "ever": actor, "tw" + "in": "the conflicting row",
      "ri" + "val": "the conflicting row or the other writer", "set" + "tle": "resolve or finish",
      "set" + "tles": "resolves or finishes", "set" + "tled": "resolved or finished",
      "br" + "ing": "fetch, restore or update", "br" + "ings": "fetches, restores or updates",
      "te" + "ll": "notify, report or print", "te" + "lls": "notifies, reports or prints",
      "an" + "ew": "again",
      "col" + "our": "color", "cen" + "tre": "center", "behavi" + "our": "behavior",
      "neighb" + "our": "neighbor",
      "neighb" + "ours": "neighbors", "hon" + "our": "honor", "hon" + "oured": "honored",
      "cancel" + "led": "canceled", "cancel" + "ling": "canceling",
    ]
    return Dictionary(uniqueKeysWithValues: words.map { (Array($0.key.utf8), $0.value) })
  }()
}
