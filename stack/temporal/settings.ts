/**
 * What a Temporal server for orders should be told; its defaults decide more than our code does (measured, see
 * docs/operating.md). Names as Temporal 1.29 knows them, upper and lower case included: a development server takes a
 * misspelt name without a word.
 */
export const dynamicConfig: Readonly<Record<string, number | string | boolean>> = {
  // 20 reads a second by default: 50 ms at every hop of an order, and timers that fire 20 s late under load.
  'history.transferProcessorMaxPollRPS': 2000,
  'history.timerProcessorMaxPollRPS': 2000,
  'history.visibilityProcessorMaxPollRPS': 2000,
  // 30 s by default: finished tasks pile up in SQLite, and each read walks over them.
  'history.transferProcessorUpdateAckInterval': '1s',
  'history.visibilityProcessorUpdateAckInterval': '1s',
  'history.timerProcessorUpdateAckInterval': '5s',
  // Answers of a workflow carry its next activity to the same worker, without a trip through the task queue.
  'system.enableActivityEagerExecution': true,
  'matching.useNewMatcher': true,
  // Quotas protect a shared cluster; this server has one user.
  'frontend.rps': 100_000,
  'frontend.namespaceRPS': 100_000,
  'frontend.namespaceRPS.visibility': 10_000,
  'frontend.namespaceCount': 100_000,
  'frontend.persistenceMaxQPS': 100_000,
  'history.rps': 100_000,
  'history.persistenceMaxQPS': 100_000,
  'matching.rps': 100_000,
  'matching.persistenceMaxQPS': 100_000,
};

/** With SQLite's own defaults every step of a workflow waits for the disk several times: 12 orders a second, not 43. */
export const sqlitePragmas: Readonly<Record<string, string>> = { journal_mode: 'WAL', synchronous: 'NORMAL' };
