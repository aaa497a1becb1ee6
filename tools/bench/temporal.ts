import { aloneText, measureTemporalAlone } from './support/temporal-alone.ts';

/**
 * Measures the limit for `bench -- orders`: workflows a second of the Temporal server and one worker on this machine. Each
 * workflow runs five local activities, and each activity calls a service that does nothing. Five ordinary activities are beside it.
 * `npm run bench -- temporal`
 */
export async function run(): Promise<void> {
  console.log(aloneText(await measureTemporalAlone()));
  console.log(aloneText(await measureTemporalAlone('fiveOrdinary'), 'ordinary'));
}
