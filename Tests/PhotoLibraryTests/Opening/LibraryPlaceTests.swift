import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("The place of a library")
struct LibraryPlaceTests {
  @Test(
    "A path is a folder, also one with an equals sign",
    arguments: ["/srv/photos", "photos", "a=b", "./host=here", "postgres", "my photos=old"])
  func folders(text: String) throws {
    let place = try LibraryPlace(text)
    #expect(place.folder?.path == URL(fileURLWithPath: text).path)
    #expect(place.description == URL(fileURLWithPath: text).path && !place.hasPassword)
  }

  /// An address, what is shown of it, its schema, and what libpq is given without the limits that are added.
  static let addresses: [(text: String, shown: String, schema: String, connection: String)] = [
    (
      "postgresql://ann@db.example.org/photos", "postgresql://ann@db.example.org/photos", "proofsheet",
      "postgresql://ann@db.example.org/photos?"
    ),
    (
      "postgres://ann:s%40cret@db:5433/photos?sslmode=verify-full&schema=old%20ones",
      "postgresql://ann@db:5433/photos?sslmode=verify-full&schema=old%20ones", "old ones",
      "postgresql://ann:s%40cret@db:5433/photos?sslmode=verify-full&"
    ),
    (
      "postgresql://one:1,[::1]:2/photos?password=secret&user=ann",
      "postgresql://one:1,[::1]:2/photos?user=ann",
      "proofsheet", "postgresql://one:1,[::1]:2/photos?password=secret&user=ann&"
    ),
    ("postgresql://", "postgresql://", "proofsheet", "postgresql://?"),
    (
      "host=db dbname = 'my photos' password='it\\'s' schema=a", "host=db dbname='my photos' schema=a", "a",
      "host=db dbname='my photos' password='it\\'s' "
    ),
    ("  service=photos", "service=photos", "proofsheet", "service=photos"),
    (
      "dbname=p sslpassword=x tcp_user_timeout=5", "dbname=p tcp_user_timeout=5", "proofsheet",
      "dbname=p sslpassword=x tcp_user_timeout=5 "
    ),
  ]

  @Test("An address keeps everything for libpq, and shows no secret", arguments: addresses)
  func address(text: String, shown: String, schema: String, connection: String) throws {
    guard case .database(let address) = try LibraryPlace(text) else {
      Issue.record("a folder")
      return
    }
    #expect(address.description == shown && address.schema == schema)
    #expect("\(LibraryPlace.database(address))" == shown)
    #expect(address.connection.hasPrefix(connection), "\(address.connection)")
    #expect(address.hasPassword == (address.connection != "" && text.contains(/cret|it\\'s|=x/)))
    #expect(!String(reflecting: address).contains(/cret|it's|sslpassword/))
    #expect(try LibraryPlace(text).folder == nil)
  }

  @Test("A dead connection is noticed within seconds, unless the user says otherwise")
  func limits() throws {
    let plain = try DatabaseAddress("postgresql://db/photos")
    #expect(
      plain.connection.contains("tcp_user_timeout=10000") && plain.connection.contains("keepalives_idle=10"))
    let own = try DatabaseAddress("host=db tcp_user_timeout=5")
    #expect(own.connection.matches(of: /tcp_user_timeout/).count == 1)
    #expect(own.connection.contains("keepalives_count=3"))
    #expect(try DatabaseAddress("service=photos").connection == "service=photos")
    #expect(AddressSetting.defaults(besides: [], environment: ["PGSERVICE": "photos"]) == [])
  }

  @Test(
    "A wrong address is refused without a word of it: any part can be a password",
    arguments: [
      "postgresql://ann:se@cret@db/photos", "postgresql://ann:se/cret@db/photos",
      "postgresql://ann:secret/photos",
      "postgresql://ann:s/e?cret=1@db/photos", "postgresql://db/photos?secret", "host=db secret",
      "host=db password='secret", "dbname=postgresql://ann:secret@db/photos", "postgresql://db?schema=",
    ])
  func wrong(text: String) throws {
    let error = try #require(throws: LibraryError.self) { try LibraryPlace(text) }
    #expect("\(error)".hasPrefix("The address of the library cannot be read: "))
    #expect(!"\(error)".contains(/cret|photos/))
  }

  #if !PostgreSQL
    @MainActor
    @Test("A program without databases says so, and how to build another one")
    func withoutDatabases() throws {
      let place = try LibraryPlace("postgresql://ann:secret@db/photos")
      let error = try #require(throws: LibraryError.self) { try PhotoLibrary(place: place) }
      #expect(error == .noDatabases(place: "postgresql://ann@db/photos"))
      #expect("\(error)".contains("make install TRAITS=Browser,PostgreSQL"))
      #expect(throws: error) { try place.hasLibrary() }
    }
  #endif
}
