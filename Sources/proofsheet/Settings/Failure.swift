import ArgumentParser
import Flickr
import PhotoLibrary
import Transfer

/// Something that cannot be done, in a sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
