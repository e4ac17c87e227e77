import ObjectGraph
import TestSupport

extension RandomEditor {
  /// Reads and sets retained objects, whether or not their rows still exist.
  mutating func use(_ kept: [ManagedObject]) {
    for object in kept.shuffled(using: &random).prefix(4) {
      let other = kept.randomElement(using: &random)
      switch object {
      case let book as Book: use(book, other)
      case let author as Author: use(author, other)
      case let portrait as Portrait:
        _ = (portrait.title, portrait.sitter?.name, portrait.value(forKeyPath: "sitter.books.@count"))
        if Bool.random(using: &random) { portrait.sitter = other as? Author }
      default: break
      }
      if Int.random(in: 0..<12, using: &random) == 0 { object.managedObjectContext?.delete(object) }
    }
  }

  private mutating func use(_ book: Book, _ other: ManagedObject?) {
    _ = (
      book.title, book.author?.name, book.value(forKeyPath: "author.portrait.title"), book.changedValues()
    )
    switch Int.random(in: 0..<4, using: &random) {
    case 0: book.title = "kept \(Int.random(in: 0..<9, using: &random))"
    case 1: book.author = other as? Author
    case 2: (other as? Author)?.books.insert(book)
    default: book.pages += 1
    }
  }

  private mutating func use(_ author: Author, _ other: ManagedObject?) {
    _ = (
      author.name, author.books.count, author.books.objects.count,
      author.value(forKeyPath: "books.@max.pages")
    )
    switch Int.random(in: 0..<4, using: &random) {
    case 0: author.name = "kept \(Int.random(in: 0..<9, using: &random))"
    case 1: if let book = other as? Book { author.books.insert(book) }
    case 2: if let book = other as? Book { author.books.remove(book) }
    default: author.portrait = other as? Portrait
    }
  }
}
