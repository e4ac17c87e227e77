public import ObjectGraph

/// How far a source has been read, so that the next refresh goes on from there.
public final class SourceProgress: ManagedObject {
  /// The source, as on the command line.
  @Attribute("source") public var source: String
  /// The first page that has not been fetched, from 1.
  @Attribute("nextPage") public var nextPage: Int
}
