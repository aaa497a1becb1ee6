/** A signal whose workflow does not run. */
export interface MissingWorkflow {
  readonly workflowId: string;
  /** The event that the signal reports. */
  readonly event: string;
  /** The request that caused the event. */
  readonly requestId: string | null;
}

/**
 * The fate of such a signal: its work is `over`; its workflow was `started`; a start waits, and so the signal is too `early`;
 * or somebody canceled the workflow, and the work stays `abandoned`.
 */
export type SignalFate = 'over' | 'started' | 'early' | 'abandoned';

/** Decides the fate of a signal whose workflow does not run. */
export type OnMissing = (missing: MissingWorkflow) => Promise<SignalFate>;
