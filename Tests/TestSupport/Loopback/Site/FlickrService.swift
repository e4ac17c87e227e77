/// The API of Flickr, independent of the transport: a world, the form of responses, and the requirements for
/// callers.
struct FlickrService: Sendable {
  let world: PhotoWorld
  let style: FlickrAnswers.Style
  /// The base URL of the pictures, without a trailing slash.
  let pictureHost: String
  /// A Boolean value that indicates whether neighbors in lists are swapped in this call.
  let isShuffled: Bool
  /// The cache of search results.
  let results: SearchResults

  typealias Method = @Sendable (FlickrService, APICall) throws(APIFailure) -> [Element]

  /// Answers a call whose key has been checked.
  func answer(_ call: APICall) throws(APIFailure) -> [Element] {
    guard let method = Self.methods[call.method] else {
      throw APIFailure(code: 112, message: "Method \"\(call.method)\" not found")
    }
    return try method(self, call)
  }

  /// The methods by name.
  static let methods: [String: Method] = [
    "flickr.test.echo": { (_, call) throws(APIFailure) in
      call.arguments.sorted { $0.key < $1.key }.map { Element($0.key, content: $0.value) }
    },
    "flickr.reflection.getMethods": { (_, _) throws(APIFailure) in
      let names = methodNames.map { Element("method", content: $0) }
      return [Element("methods", [:], [.many("method", names)])]
    },
    "flickr.photos.search": { (service, call) throws(APIFailure) in try service.search(call) },
    "flickr.photos.getRecent": { (service, call) throws(APIFailure) in service.recent(call) },
    "flickr.interestingness.getList": { (service, call) throws(APIFailure) in try service.interesting(call) },
    "flickr.people.getPhotos": { (service, call) throws(APIFailure) in try service.photosOfPerson(call) },
    "flickr.people.getPublicPhotos": { (service, call) throws(APIFailure) in try service.photosOfPerson(call)
    },
    "flickr.people.findByUsername": { (service, call) throws(APIFailure) in try service.findPerson(call) },
    "flickr.people.getInfo": { (service, call) throws(APIFailure) in try service.person(call) },
    "flickr.urls.lookupUser": { (service, call) throws(APIFailure) in try service.lookUpUser(call) },
    "flickr.urls.lookupGroup": { (service, call) throws(APIFailure) in try service.lookUpGroup(call) },
    "flickr.urls.lookupGallery": { (service, call) throws(APIFailure) in try service.lookUpGallery(call) },
    "flickr.photosets.getList": { (service, call) throws(APIFailure) in try service.albums(call) },
    "flickr.photosets.getInfo": { (service, call) throws(APIFailure) in try service.album(call) },
    "flickr.photosets.getPhotos": { (service, call) throws(APIFailure) in try service.photosOfAlbum(call) },
    "flickr.groups.getInfo": { (service, call) throws(APIFailure) in try service.group(call) },
    "flickr.groups.pools.getPhotos": { (service, call) throws(APIFailure) in try service.pool(call) },
    "flickr.favorites.getList": { (service, call) throws(APIFailure) in try service.favorites(call) },
    "flickr.favorites.getPublicList": { (service, call) throws(APIFailure) in try service.favorites(call) },
    "flickr.galleries.getList": { (service, call) throws(APIFailure) in try service.galleries(call) },
    "flickr.galleries.getInfo": { (service, call) throws(APIFailure) in try service.gallery(call) },
    "flickr.galleries.getPhotos": { (service, call) throws(APIFailure) in try service.photosOfGallery(call) },
    "flickr.photos.getInfo": { (service, call) throws(APIFailure) in try service.photoInfo(call) },
    "flickr.photos.getSizes": { (service, call) throws(APIFailure) in try service.photoSizes(call) },
    "flickr.photos.getExif": { (service, call) throws(APIFailure) in try service.photoExif(call) },
    "flickr.photos.licenses.getInfo": { (_, _) throws(APIFailure) in [licenses] },
    "flickr.video.getStreamInfo": { (service, call) throws(APIFailure) in try service.streams(call) },
  ]

  private static let methodNames = methods.keys.sorted()
}
