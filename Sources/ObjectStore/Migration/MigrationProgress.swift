/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
  /// The number of the stage, from 1.
  public let stage: Int
  /// The number of stages.
  public let stageCount: Int
  /// The number of steps of the stage that are complete; steps differ in length.
  public let completedSteps: Int
  /// The number of steps of the stage.
  public let stepCount: Int

  package init(stage: Int, stageCount: Int, completedSteps: Int, stepCount: Int) {
    self.stage = stage
    self.stageCount = stageCount
    self.completedSteps = completedSteps
    self.stepCount = stepCount
  }

  /// The complete part, from 0 to 1, if all stages and all steps were of the same length.
  public var fraction: Double {
    let part = stepCount == 0 ? 1 : Double(completedSteps) / Double(stepCount)
    return stageCount == 0 ? 1 : (Double(stage - 1) + part) / Double(stageCount)
  }
}
