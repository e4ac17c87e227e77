/// The triggers that maintain the derived attributes of albums in ``AppleFixture``.
enum AppleTriggers {
  static let all = counting + folding

  private static func report(_ function: String, _ column: String, _ property: String, _ album: String)
    -> String
  {
    "SELECT \(function)('ZALBUM', Z_ENT, Z_PK, '\(property)', \(column)) FROM ZALBUM WHERE Z_PK = \(album)"
  }

  private static func count(_ album: String) -> String {
    """
    UPDATE ZALBUM SET ZPHOTOCOUNT = (SELECT IFNULL(COUNT(Z_PK), 0) FROM ZMEDIA WHERE ZALBUM = ZALBUM.Z_PK) \
    WHERE Z_PK = \(album); \
    \(report("NSCoreDataDATriggerUpdatedAffectedObjectValue", "ZPHOTOCOUNT", "photoCount", album));
    """
  }

  private static let counting = [
    """
    CREATE TRIGGER Z_DA_ZMEDIA_Album_photoCount_INSERT AFTER INSERT ON ZMEDIA FOR EACH ROW BEGIN \(count("NEW.ZALBUM")) END
    """,
    """
    CREATE TRIGGER Z_DA_ZMEDIA_Album_photoCount_UPDATE AFTER UPDATE OF ZALBUM ON ZMEDIA FOR EACH ROW BEGIN \
    \(count("NEW.ZALBUM")) \(count("OLD.ZALBUM")) END
    """,
    """
    CREATE TRIGGER Z_DA_ZMEDIA_Album_photoCount_DELETE AFTER DELETE ON ZMEDIA FOR EACH ROW BEGIN \(count("OLD.ZALBUM")) END
    """,
  ]

  private static let folding = [
    """
    CREATE TRIGGER Z_DA_ZALBUM_Album_folded_INSERT AFTER INSERT ON ZALBUM FOR EACH ROW BEGIN \
    UPDATE ZALBUM SET ZFOLDED = NSCoreDataCanonical(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; \
    \(report("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", "ZFOLDED", "folded", "NEW.Z_PK")); END
    """,
    """
    CREATE TRIGGER Z_DA_ZALBUM_Album_folded_UPDATE AFTER UPDATE OF ZTITLE ON ZALBUM FOR EACH ROW BEGIN \
    UPDATE ZALBUM SET ZFOLDED = NSCoreDataCanonical(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; \
    \(report("NSCoreDataDATriggerUpdatedAffectedObjectValue", "ZFOLDED", "folded", "NEW.Z_PK")); END
    """,
  ]
}
