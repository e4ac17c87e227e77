import Foundation
import Glibc
import Testing

@testable import Terminal

@MainActor @Suite("What ncurses writes")
struct CursesOutputTests {
  @Test("is collected, and goes to the terminal otherwise")
  func collecting() throws {
    let terminal = Pipe()
    let output = try CursesOutput(terminal.fileHandleForWriting.fileDescriptor)
    defer { output.close() }
    func write(_ text: String) {
      #expect(Glibc.write(fileno(output.file), text, text.utf8.count) == text.utf8.count)
    }
    write("before ")
    #expect(
      output.collect {
        write("one ")
        write("two")
      } == Array("one two".utf8))
    #expect(output.collect {} == [])
    #expect(output.collect { write("3") } == Array("3".utf8))
    write("after")
    let read = terminal.fileHandleForReading.readData(ofLength: 12)
    #expect(String(decoding: read, as: UTF8.self) == "before after")
  }
}
