// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with: the language mode of Swift 6, the upcoming rules that
/// make imports and existentials explicit, and warnings that stop the build.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// One batch of files a processor for a module, and not one for every 25 files.
///
/// Each batch type-checks the declarations of the whole module and expands its macros, which are many in tests: the tests are
/// built in two thirds of the time.
let largeBatches: SwiftSetting = .unsafeFlags(
  ["-driver-batch-size-limit", "1000"], .when(configuration: .debug))

/// What the modules of the program are compiled with.
///
/// The optimizer of Swift 6.3 drops the return to the caller's executor where an error leaves an asynchronous function that
/// inherits isolation: the caller goes on outside the main actor, and a check of isolation ends the program. The modules of the
/// library do without this flag, which other packages may not depend on, and throw such errors again themselves.
let programSettings: [SwiftSetting] =
  strict + [
    largeBatches,
    .unsafeFlags(["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"], .when(configuration: .release)),
  ]

/// The modules of the library, and those that it uses.
let library: Set = [
  "XMLReading", "Inflating", "FileRenaming", "ListChanges", "ObjectModel", "ObjectStore", "SQLiteStore",
  "PostgresStore", "ObjectGraph", "FetchedResults",
]

/// A layer of the program, or of the library.
///
/// `uses` is the row of the table in CONTRIBUTING.md; `ArchitectureTests` checks
/// the imports against the same table, because SwiftPM lets imports of indirect dependencies through.
func layer(
  _ name: String, uses: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: uses,
    swiftSettings: (library.contains(name) ? strict : programSettings) + settings)
}

/// What tests are compiled with: the optimizer would work longer on them than they run.
let testSettings: [SwiftSetting] =
  strict + [largeBatches, .unsafeFlags(["-Onone"], .when(configuration: .release))]

func tests(of name: String, uses: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.target(name: name), "TestSupport"] + uses,
    swiftSettings: testSettings)
}

/// A condition of packages that only the program needs.
///
/// Who uses the library alone turns the trait off (`traits: []`), and SwiftPM then does not fetch them.
let program: TargetDependencyCondition? = .when(traits: ["Browser"])
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit", condition: program)
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: program)

/// A dependency of the store in PostgreSQL, whose headers are needed with the trait only.
func postgres(_ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: ["PostgreSQL"]))
}

let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "proofsheet",
  // Of the library; the program needs Linux. An isolated `deinit` needs these.
  platforms: [.macOS("15.4"), .iOS("18.4"), .tvOS("18.4"), .watchOS("11.4"), .visionOS("2.4")],
  products: [
    .executable(name: "proofsheet", targets: ["proofsheet"]),
    .executable(name: "examples", targets: ["Examples"]),
    .library(
      name: "ObjectGraph",
      targets: ["ObjectGraph", "ObjectStore", "ObjectModel", "SQLiteStore", "FetchedResults", "ListChanges"]),
    // Empty without the trait PostgreSQL.
    .library(name: "PostgresStore", targets: ["PostgresStore"]),
    // For the benchmarks, which are a package of their own.
    .library(name: "_PhotoLibrary", targets: ["PhotoLibrary", "PictureFetching", "Flickr"]),
    .library(name: "_Pictures", targets: ["Pictures", "PictureBasics"]),
    .library(name: "_PictureLooks", targets: ["PictureLooks"]),
    .library(name: "_WorldMap", targets: ["WorldMap"]),
    .library(name: "_TestSupport", targets: ["TestSupport"]),
  ],
  traits: [
    .trait(name: "Browser", description: "The program, with the packages that only it needs."),
    .trait(name: "PostgreSQL", description: "The store in a PostgreSQL database, which needs libpq."),
    .default(enabledTraits: ["Browser"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // 0: C libraries
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Only its headers: the library is loaded when the first transfer needs it.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CSpng", providers: [.apt(["libspng-dev"])]),
    // Only its header: the library is loaded when the first picture has a color profile.
    .systemLibrary(name: "CLittleCMS", providers: [.apt(["liblcms2-dev"])]),
    // libspng depends on zlib, so that it costs no package.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // Declarations alone: the libraries are loaded when the first picture of their format is decoded.
    .systemLibrary(name: "CGIF"),
    .systemLibrary(name: "CWebP"),
    .systemLibrary(name: "CHEIF"),
    // A function of the C library that Swift's module of it leaves out.
    .systemLibrary(name: "CRename"),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Its header lies in a folder of its own and includes GLib's, which are found by pkg-config.
    .systemLibrary(
      name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev", "libglib2.0-dev"])]),

    // 1
    layer("XMLReading"),
    layer("ListChanges"),
    layer("Transfer", uses: ["CCurl"]),
    layer("PictureBasics"),
    layer("FileRenaming", uses: ["CRename"]),
    layer("FileTrash", uses: ["FileRenaming"]),
    layer("Inflating", uses: ["CZlib"]),
    layer("ZipReading", uses: ["Inflating"]),
    layer("WorldMap"),

    // 2
    layer("ObjectModel", uses: ["XMLReading"]),
    layer("PhotoMetadata", uses: ["PictureBasics", "XMLReading", "Inflating"]),
    layer("Terminal", uses: ["PictureBasics", "CNcurses"]),
    layer("Flickr", uses: ["Transfer"]),

    // 3
    layer("ObjectStore", uses: ["ObjectModel", "XMLReading", "FileRenaming"]),
    layer(
      "Pictures",
      uses: [
        "PhotoMetadata", "PictureBasics", "CTurboJPEG", "CSpng", "CGIF", "CWebP", "CHEIF",
        "CChafa", "CLittleCMS",
      ]),
    layer("PictureLooks", uses: ["Pictures", "PictureBasics"]),
    layer("PhotoFiles", uses: ["PhotoMetadata", "PictureBasics", "FileRenaming"]),
    layer("ObjectGraph", uses: ["ObjectStore", "ObjectModel"]),
    layer("SQLiteStore", uses: ["ObjectStore", "FileRenaming", "Inflating", "CSQLite"]),
    layer("PostgresStore", uses: ["ObjectStore", postgres("CPostgreSQL")]),
    layer("TerminalUI", uses: ["Terminal", "PictureBasics", "ListChanges"]),
    layer("PictureFetching", uses: ["Pictures", "Flickr", "Transfer", "PictureBasics", "ZipReading"]),

    // 4
    layer("FetchedResults", uses: ["ObjectGraph", "ListChanges"]),
    layer(
      "TerminalPictures", uses: ["TerminalUI", "Terminal", "Pictures", "PictureBasics"]),
    layer(
      "PhotoLibrary",
      uses: [
        "ObjectGraph", "SQLiteStore", "PostgresStore", "PictureFetching", "PictureLooks", "PhotoFiles",
        "PhotoMetadata", "PictureBasics", "FileTrash", "Flickr", "Transfer", "ZipReading", "WorldMap",
      ]),

    // 5
    layer("Presentation", uses: ["PhotoLibrary", "PictureFetching"]),
    layer("Drafts", uses: ["Presentation", "PhotoLibrary", toml]),

    // 6
    layer(
      "Browser",
      uses: [
        "Drafts", "Presentation", "PhotoLibrary", "PictureFetching", "FetchedResults", "ObjectGraph",
        "ObjectStore", "ListChanges", "TerminalPictures", "TerminalUI", "Terminal", "PictureLooks",
        "Pictures", "PictureBasics", "WorldMap", "FileTrash",
      ], settings: mainActor),

    // 7
    .executableTarget(
      name: "proofsheet",
      dependencies: [
        "Browser", "Drafts", "Presentation", "PhotoLibrary", "PictureFetching", "ObjectGraph", "Flickr",
        "Transfer",
        "TerminalPictures", "TerminalUI", "Terminal", "Pictures", toml,
        arguments,
      ],
      swiftSettings: programSettings),
    .executableTarget(
      name: "Examples",
      dependencies: [
        "ObjectGraph", "SQLiteStore", "FetchedResults", "ListChanges",
        arguments,
      ],
      swiftSettings: programSettings),

    // Tests
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .target(
      name: "TestSupport", dependencies: ["ObjectGraph", "ListChanges", "CPseudoTerminal", "CZlib"],
      path: "Tests/TestSupport",
      swiftSettings: strict + [largeBatches]),
    // A Flickr to try things out on. No product of the package: nobody who uses it gets it.
    .executableTarget(
      name: "fake-flickr",
      dependencies: ["TestSupport", arguments],
      path: "Tests/FakeFlickr",
      swiftSettings: strict),
    .testTarget(
      name: "LoopbackTests", dependencies: ["TestSupport", "Flickr", "Transfer"],
      swiftSettings: testSettings),
    tests(of: "ObjectGraph", uses: ["ObjectModel", "ObjectStore", "SQLiteStore", "PostgresStore"]),
    .executableTarget(
      name: "storecrowd",
      dependencies: ["FetchedResults", "ListChanges", "ObjectGraph", "PostgresStore", "TestSupport"],
      path: "Tests/StoreCrowd", swiftSettings: strict),
    tests(
      of: "PostgresStore",
      uses: ["ObjectGraph", "ObjectModel", "ObjectStore", "FetchedResults", "ListChanges", "storecrowd"]),
    tests(of: "ListChanges"),
    tests(of: "ZipReading"),
    tests(of: "WorldMap"),
    tests(of: "FileRenaming"),
    tests(of: "FileTrash"),
    tests(of: "Transfer"),
    .executableTarget(
      name: "picturewalk", dependencies: ["Terminal", "PictureBasics"], path: "Tests/PictureWalk",
      swiftSettings: strict),
    tests(of: "Terminal", uses: ["PictureBasics", "CNcurses", "picturewalk"]),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "PhotoMetadata", "PictureBasics", "TestSupport"],
      exclude: ["Pictures"],
      swiftSettings: testSettings),
    tests(of: "PhotoMetadata", uses: ["PictureBasics"]),
    tests(of: "PictureLooks", uses: ["Pictures", "PictureBasics"]),
    tests(of: "PhotoFiles", uses: ["PhotoMetadata"]),
    tests(of: "SQLiteStore", uses: ["ObjectGraph", "ObjectModel", "ObjectStore", "Inflating"]),
    .executableTarget(
      name: "storeeditor", dependencies: ["FetchedResults", "ObjectGraph", "SQLiteStore", "TestSupport"],
      path: "Tests/StoreEditor", swiftSettings: strict),
    tests(
      of: "FetchedResults",
      uses: ["ObjectGraph", "ObjectModel", "SQLiteStore", "ListChanges", "storeeditor"]),
    tests(of: "Flickr", uses: ["Transfer"]),
    tests(of: "TerminalUI", uses: ["Terminal", "PictureBasics", "ListChanges"]),
    tests(of: "PictureFetching", uses: ["Pictures", "PictureBasics", "Flickr", "Transfer"]),
    tests(
      of: "PhotoLibrary",
      uses: [
        "FetchedResults", "ObjectGraph", "SQLiteStore", "PictureFetching", "PictureLooks", "PhotoFiles",
        "FileTrash", "Flickr", "Transfer", "ZipReading", "WorldMap",
      ]),
    tests(of: "Presentation", uses: ["PhotoLibrary", "ObjectGraph", "Flickr"]),
    .testTarget(
      name: "DraftsTests", dependencies: ["Drafts", "PhotoLibrary", "TestSupport", toml],
      swiftSettings: testSettings),
    tests(
      of: "Browser",
      uses: [
        "Presentation", "PhotoLibrary", "PictureFetching", "FetchedResults", "ObjectGraph", "ObjectStore",
        "Flickr", "ListChanges", "TerminalPicturesSupport", "TerminalPictures", "TerminalUI", "Terminal",
        "Pictures", "PictureBasics", "PictureLooks", "Transfer", "WorldMap", "FileTrash", "Drafts",
      ]),
    .target(
      name: "TerminalPicturesSupport",
      dependencies: ["TerminalPictures", "Terminal", "Pictures", "PictureBasics", "TestSupport"],
      path: "Tests/TerminalPicturesSupport", swiftSettings: strict),
    tests(
      of: "TerminalPictures",
      uses: ["TerminalPicturesSupport", "TerminalUI", "Terminal", "Pictures", "PictureBasics"]),
    tests(of: "Examples"),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport", "ObjectGraph"], exclude: ["Refused"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TestSupport", "ObjectGraph", "SQLiteStore"],
      swiftSettings: testSettings),
  ]
)
