import ArgumentParser
import Flickr
import PhotoLibrary
import Transfer

/// The option that says where Flickr's services are.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The base address of Flickr's services, for a proxy or a test (default: $PROOFSHEET_ENDPOINT, else endpoint of the \
      configuration, else Flickr's).
      """, valueName: "url"))
  var endpoint: String?

  /// Returns the client of the services, with `key`.
  func client(_ configuration: Configuration, key: APIKey?) -> FlickrClient {
    let base = endpoint ?? Environment.value("PROOFSHEET_ENDPOINT") ?? configuration.endpoint
    return FlickrClient(
      transfer: TransferClient(), key: key, endpoint: base.map { FlickrEndpoint(base: $0) } ?? .flickr,
      sampleRoll: Assets.sampleRoll, pace: PaceSettings.pace)
  }
}
