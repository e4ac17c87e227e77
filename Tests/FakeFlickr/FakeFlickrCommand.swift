public import ArgumentParser
import Foundation
public import TestSupport

/// Runs a made-up Flickr until it is stopped.
@main
struct FakeFlickrCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fake-flickr",
    abstract: "A Flickr on 127.0.0.1, made up from a seed, with every fault on demand.",
    usage: """
      fake-flickr [--photos N] [--seed N] [--port N] [--tls] [--fault FAULT] …
      proofsheet --endpoint "$ADDRESS" refresh --source recent
      """,
    discussion: Help.discussion)

  @Option(help: ArgumentHelp("How many photos there are, up to 1,000,000.", valueName: "n"))
  var photos = 1_000

  @Option(help: ArgumentHelp("From which photos and people follow.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Where API and feeds are; 0 is a free port.", valueName: "n"))
  var port = 0

  @Option(help: ArgumentHelp("Where the pictures are; 0 is a free port.", valueName: "n"))
  var picturePort = 0

  @Flag(help: "Speaks TLS, with a certificate made at the start; the third line names its authority.")
  var tls = false

  @Option(help: ArgumentHelp("Speaks TLS with such a certificate.", valueName: "kind"))
  var certificate: LoopbackCertificates.Kind?

  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "What goes wrong, as in /control: ‘429:2&path=/rest/&count=3’. May be given several times.",
      valueName: "fault"))
  var faults: [String] = []

  @Option(
    name: .customLong("style"),
    help: ArgumentHelp("A form of answers. May be given several times.", valueName: "name"))
  var styles: [String] = []

  @Option(help: ArgumentHelp("So many new photos come before each list, so that pages move.", valueName: "n"))
  var moving = 0

  @Flag(help: "Neighbors in a list change places in every second call.")
  var unstable = false

  @Option(help: ArgumentHelp("So many requests a second are answered; the others get 429.", valueName: "n"))
  var rate: Int?

  @Option(help: ArgumentHelp("The same for pictures.", valueName: "n"))
  var pictureRate: Int?

  @Option(help: ArgumentHelp("What the header Retry-After of these answers says.", valueName: "seconds"))
  var retryAfter: Int?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("A key that is known; any other is not. May be given several times.", valueName: "key")
  )
  var keys: [String] = []

  @Flag(help: "Ends when its standard input does.")
  var untilEOF = false

  @Flag(name: .shortAndLong, help: "Prints each request and the status of its response to standard error.")
  var verbose = false

  func validate() throws {
    guard (0...1_000_000).contains(photos) else { throw ValidationError("--photos takes 0 to 1000000.") }
    guard [port, picturePort].allSatisfy((0...65_535).contains) else {
      throw ValidationError("A port is a number from 0 to 65535.")
    }
    if let unknown = styles.first(where: { FlickrAnswers.Style.names[$0] == nil }) {
      throw ValidationError("There is no style “\(unknown)”; see --help.")
    }
  }

  func run() throws {
    let ending = Ending()
    let flickr = try FakeFlickr(
      photos: photos, seed: seed, port: port, picturePort: picturePort,
      tls: certificate ?? (tls ? .good : nil), manners: manners, log: verbose ? Self.log : nil)
    for fault in faults {
      if let complaint = flickr.obey("fault=" + fault) { throw ValidationError(complaint) }
    }
    say(flickr.url)
    say("pictures \(flickr.pictures.url)")
    if let authority = flickr.certificates?.authority { say("authority \(authority)") }
    withExtendedLifetime(flickr) { ending.wait(untilEOF: untilEOF) }
  }

  private var manners: FakeFlickr.Manners {
    var manners = FakeFlickr.Manners()
    for name in styles { FlickrAnswers.Style.names[name].map { manners.style[keyPath: $0] = true } }
    manners.moving = moving
    manners.isUnstable = unstable
    manners.keys = keys.isEmpty ? nil : Set(keys)
    manners.rate = rate.map { LoopbackRate(perSecond: $0, retryAfter: retryAfter) }
    manners.pictureRate = pictureRate.map { LoopbackRate(perSecond: $0, retryAfter: retryAfter) }
    return manners
  }

  /// At once, also into a pipe.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  @Sendable private static func log(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

extension LoopbackCertificates.Kind: ExpressibleByArgument {}
