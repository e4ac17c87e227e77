// swift-tools-version: 6.2
import PackageDescription

/// A condition of what the benchmarks of the store in PostgreSQL need.
let postgres: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])

/// A separate package, so that the libraries that Proofsheet is compared with are no dependency of it.
let package = Package(
  name: "benchmarks",
  traits: [
    .trait(name: "PostgreSQL", description: "The benchmarks of the store in PostgreSQL, which need libpq.")
  ],
  dependencies: [
    .package(
      name: "proofsheet", path: "../..",
      traits: [.defaults, .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CRawSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CRawPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CMachine"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CRawSQLite",
        .target(name: "CRawPostgres", condition: postgres),
        "CMachine",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ObjectGraph", package: "proofsheet"),
        .product(name: "PostgresStore", package: "proofsheet", condition: postgres),
        .product(name: "_PhotoLibrary", package: "proofsheet"),
        .product(name: "_Pictures", package: "proofsheet"),
        .product(name: "_PictureLooks", package: "proofsheet"),
        .product(name: "_WorldMap", package: "proofsheet"),
        .product(name: "_TestSupport", package: "proofsheet"),
      ],
      path: "Sources/Benchmarks",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
        .defaultIsolation(MainActor.self),
      ]),
  ]
)
