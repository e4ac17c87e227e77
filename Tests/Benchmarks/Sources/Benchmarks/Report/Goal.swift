/// A goal: a row of the table of goals; the cases are in its order.
nonisolated enum Goal: String, CaseIterable {
  // A page of 250 photos
  case newPage = "page of 250 new photos saved and merged, no list, to C"
  case observedPage = "page of 250 new photos, two lists observed, to C"
  case importedPage = "page of 250 new photos through the importer, two lists observed, to C"
  case pageFromJSON = "JSON bytes to merged page: time of JSONDecoder and GRDB Codable to ours"
  case decoding = "decoding a page: time of JSONDecoder to ours"
  case decodingVectors = "decoding a page: time of simdjson to ours"
  case history = "page of 250 new photos with a history, to one without"
  case batchRequest = "batch request for 100,000 rows, to C"
  case migration = "migration of a million photos, to the same SQL by hand"
  case knownPage = "page of 250 known photos, to C that compares with one IN"
  case knownPageLog = "page of 250 known photos: bytes of log"
  case knownPageObjects = "page of 250 known photos: objects made"
  case slowPage = "99 of 100 pages to the median, import of 100,000"
  case largeLibraryRate = "photos a second into 1,000,000 to those into an empty library"
  case mainActor = "main actor: longest work beyond idle of all runs, import of 100,000"
  case mainActorLarge = "main actor: longest work beyond idle of all runs, import of 25,000 into 1,000,000"

  // A folder of the user
  case firstThumbnails = "first thumbnails of a folder of 10,000 JPEG files, from the start of the program"
  case folderFacts = "facts of 10,000 JPEG files read and saved, two lists observed"
  case folderAgain = "folder of 10,000 JPEG files, second pass without changes"
  case folderAgainLog = "folder of 10,000 JPEG files, second pass: bytes of log"
  case folderMainActor = "main actor: longest hold of all runs, folder of 10,000 JPEG files"

  // Look-alikes
  case foreignPairs = "near pairs among the looks of 100,000 foreign pictures"
  case allPairs = "all near pairs of 1,000,000 looks, processor time"
  case moreLikeThis = "the 500 looks of 1,000,000 that are nearest to one"

  // A million photos
  case firstFifty = "first 50 of all 1,000,000"
  case wholeList = "whole list of 1,000,000 in the background"
  case rareSearch = "search of 1,000,000, first 50 of a rare word"
  case frequentSearch = "search of 1,000,000, first 50 of a frequent word"
  case typedKey = "1,000,000: slowest of ten keys typed"
  case firstWindow = "1,000,000: first window"
  case completion = "1,000,000: values of a facet counted and shown"
  case firstWindowWork = "1,000,000: main actor's longest work"
  case changedTitles = "250 changed titles in a list of 1,000,000, event to row changes"
  case rowBytes = "a row of a list of 1,000,000"
  case millionMemory = "peak memory of the program, 1,000,000 photos listed"
  case largeMemory = "peak memory of the program, 100,000 photos listed"
  case mapZoom = "map of 1,000,000 places, any scale"
  case mapBytes = "a place of the map of 1,000,000"
  case photoBytes = "library on disk, a photo of 1,000,000"
  case photoBytesWithSearch = "library on disk with its search index, a photo of 1,000,000"

  // Objects
  case fullObjects = "100,000 full objects, to C"
  case oneFault = "one fault, to C"
  case batchOfFifty = "batch of 50 faults, to C"

  // PostgreSQL
  case serverNewPage = "PostgreSQL: page of 250 new photos, to libpq"
  case serverKnownPage = "PostgreSQL: page of 250 known photos, to libpq"
  case serverWindow = "PostgreSQL: first window of 50, to libpq"
  case serverOpening = "PostgreSQL: store opened, to its first window of 50"
  case serverSeen = "PostgreSQL: confirmed commit to row change elsewhere, beyond the latency"

  // The program
  case firstFrameSmall = "first frame, 600 photos"
  case firstFrame = "first frame, 100,000 photos"
  case firstFrameMillion = "first frame, 1,000,000 photos"
  case key = "key to complete frame without pictures, median"
  case slowKey = "key to complete frame without pictures, 99 of 100"
  case keyWithPreview = "key to complete frame, photographers with preview in symbols, median"
  case cursorBytes = "cursor move in the list of photos"
  case scrolledBytes = "scrolled row in the list of photos"
  case coldSheet = "cold sheet of 30 from cached files"
  case pickedPhoto = "photos picked by a held key, until the next picture, 99 of 100"
  case version = "proofsheet --version, to chafa --version, whole process"
  case show = "proofsheet show, to chafa, whole process"
  case photosJSON = "photos --json of 100,000"
  case releaseBuild = "clean release build"

  /// The limit and its unit.
  var limit: Limit {
    switch self {
    case .history: .atMost(1.15, .times)
    case .newPage, .batchOfFifty, .migration: .atMost(1.5, .times)
    case .serverNewPage, .serverKnownPage, .serverWindow: .atMost(1.5, .times)
    case .observedPage: .atMost(1.65, .times)
    case .importedPage, .slowPage, .fullObjects: .atMost(2, .times)
    case .knownPage: .atMost(2.5, .times)
    case .oneFault, .batchRequest: .atMost(1.3, .times)
    case .version: .atMost(0.8, .times)
    case .show: .atMost(1, .times)
    case .pageFromJSON: .atLeast(5, .times)
    case .decoding: .atLeast(6, .times)
    case .decodingVectors: .atLeast(0.7, .times)
    case .largeLibraryRate: .atLeast(0.8, .times)
    case .knownPageLog: .atMost(0, .bytes)
    case .knownPageObjects: .atMost(0, .objects)
    case .rowBytes: .atMost(40, .bytes)
    case .mapZoom: .atMost(30, .milliseconds)
    case .mapBytes: .atMost(16, .bytes)
    case .photoBytes: .atMost(550, .bytes)
    case .photoBytesWithSearch: .atMost(800, .bytes)
    case .cursorBytes: .atMost(300, .bytes)
    case .scrolledBytes: .atMost(1_200, .bytes)
    case .mainActor, .mainActorLarge, .firstFifty, .firstWindowWork: .atMost(2, .milliseconds)
    case .changedTitles, .key: .atMost(1, .milliseconds)
    case .rareSearch: .atMost(3, .milliseconds)
    case .slowKey: .atMost(5, .milliseconds)
    case .frequentSearch: .atMost(10, .milliseconds)
    case .typedKey, .keyWithPreview, .pickedPhoto: .atMost(16, .milliseconds)
    case .firstWindow: .atMost(20, .milliseconds)
    case .foreignPairs: .atMost(1, .objects)
    case .allPairs: .atMost(10_000, .milliseconds)
    case .moreLikeThis: .atMost(50, .milliseconds)
    case .firstThumbnails: .atMost(300, .milliseconds)
    case .folderFacts: .atMost(30_000, .milliseconds)
    case .folderAgain: .atMost(1_000, .milliseconds)
    case .folderAgainLog: .atMost(0, .bytes)
    case .folderMainActor: .atMost(4, .milliseconds)
    case .serverOpening: .atMost(100, .milliseconds)
    case .completion, .coldSheet, .serverSeen: .atMost(50, .milliseconds)
    case .firstFrameSmall: .atMost(25, .milliseconds)
    case .firstFrame, .firstFrameMillion: .atMost(30, .milliseconds)
    case .wholeList: .atMost(800, .milliseconds)
    case .photosJSON: .atMost(1_000, .milliseconds)
    case .millionMemory: .atMost(110, .megabytes)
    case .largeMemory: .atMost(50, .megabytes)
    case .releaseBuild: .atMost(120, .seconds)
    }
  }
}
