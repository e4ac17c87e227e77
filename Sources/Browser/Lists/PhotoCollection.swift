import ObjectGraph
import PhotoLibrary

/// A set of photos that the library or the user has put together.
enum PhotoCollection: Hashable {
  /// Photos that came since the collection was last looked at in another session.
  case new
  /// Photos that the last refresh inserted.
  case lastRefresh
  /// Photos whose pictures are gone.
  case gone
  /// Photos that were selected when the collection was chosen.
  case selected([ManagedObjectID])
  /// The best photos of stacks that look alike.
  case lookAlikes
  /// The photos of a stack.
  case stack(Int)
  /// Photos of an album, by its identifier.
  case album(String)
  /// The photos whose pictures are most like that of one, which has the title.
  case like(photo: ManagedObjectID, title: String, found: [ManagedObjectID])
  /// Photos of a source.
  case source(String)
  /// Photos that a saved search selects.
  case search(String)

  /// The collections that need no name, in the order in which they are offered.
  static let builtIn: [PhotoCollection] = [.new, .lastRefresh, .selected([]), .gone, .lookAlikes]

  /// The name that the user types; of an album, its identifier.
  var name: String {
    switch self {
    case .new: "new"
    case .lastRefresh: "last refresh"
    case .gone: "gone"
    case .selected: "selected"
    case .lookAlikes, .stack: "look-alikes"
    case .like: ""
    case .album(let name), .source(let name), .search(let name): name
    }
  }

  /// The title of the list; an album that exists has its own.
  var title: String {
    switch self {
    case .new: "New photos"
    case .lastRefresh: "Last refresh"
    case .gone: "Gone pictures"
    case .selected: "Selected photos"
    case .lookAlikes: "Look-alikes"
    case .stack: "One stack of look-alikes"
    case .album: "Album"
    case .like(_, let title, _): "Like “\(title)”"
    case .source(let name), .search(let name): name
    }
  }

  /// A Boolean value that indicates whether the collection can be listed again in the next session.
  var isRemembered: Bool {
    switch self {
    case .selected, .like: false
    case .new, .lastRefresh, .gone, .lookAlikes, .stack, .album, .source, .search: true
    }
  }

  /// A Boolean value that indicates whether stacks of look-alikes are listed, or the photos of one.
  var isOfStacks: Bool {
    switch self {
    case .lookAlikes, .stack: true
    case .new, .lastRefresh, .gone, .selected, .like, .album, .source, .search: false
    }
  }

  /// An order of photos with its name.
  struct Order {
    let keys: [FetchOrder]
    let name: String
  }

  /// The order in which the photos are listed unless the user chooses another one; `nil` for that of all lists.
  var order: Order? {
    switch self {
    case .lookAlikes: Order(keys: Photo.stackOrder, name: "size")
    case .stack: Order(keys: Photo.placeOrder, name: "quality")
    case .like(_, _, let found): Order(keys: [.listed(found)], name: "likeness")
    case .new, .lastRefresh, .gone, .selected, .album, .source, .search: nil
    }
  }

  /// The meaning of the collection in a few words.
  var meaning: String {
    switch self {
    case .new: "came since you last looked here"
    case .lastRefresh: "what the last refresh brought"
    case .gone: "pictures and files that are not there any more"
    case .selected: "the photos that are selected now"
    case .lookAlikes: "stacks of photos that look alike, the best one on top"
    case .stack, .like, .album, .source, .search: ""
    }
  }

  /// The text of the list without photos.
  var emptyText: String {
    switch self {
    case .new: "No photos have come since you last looked here"
    case .lastRefresh: "No refresh has brought photos yet"
    case .gone: "No picture is known to be gone"
    case .selected: "No photo is selected"
    case .lookAlikes: "No photos look alike, of those whose pictures were seen"
    case .stack: "No photos of the stack are left"
    case .album: "No photos in this album"
    case .like: "No photo is like this one"
    case .source(let name): "No photos from \(name) yet"
    case .search(let name): "No photos in “\(name)”"
    }
  }
}
