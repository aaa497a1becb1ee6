import type { Client, VerifyPart } from '../../client/client.ts';

/** Which parts a run checks. */
export interface PartSelection {
  /** Checks the months that end after this day again; undefined for none. */
  readonly since?: string | undefined;
  /** Checks one month again, and nothing else. */
  readonly month?: string | undefined;
}

const isMonth = ({ part }: VerifyPart) => /^\d/.test(part);

/**
 * Returns the parts that a run checks. Closed months are checked once; all others each time. A part whose last run was interrupted
 * goes on where it stopped.
 */
export function selectedParts(parts: readonly VerifyPart[], { since, month }: PartSelection) {
  if (month !== undefined) return parts.filter(({ part }) => part === month).map((one) => ({ ...one, restart: true }));
  return parts
    .map((one) => ({
      ...one,
      restart: isMonth(one) ? since !== undefined && one.part >= since.slice(0, 7) : isDone(one),
    }))
    .filter((one) => !isMonth(one) || one.restart || !isDone(one));
}

const isDone = ({ finished_at }: VerifyPart) => finished_at !== null;

/**
 * Checks the selected parts, each from its checkpoint on. @param onStep called after each request. @returns the
 * checked parts
 */
export async function verifyParts(
  client: Client,
  selection: PartSelection,
  onStep: (part: VerifyPart) => void,
): Promise<VerifyPart[]> {
  const checked: VerifyPart[] = [];
  for (const { part, restart } of selectedParts(await client.verify.part.get(), selection)) {
    let state = await client.verify.part.run({ part, restart });
    onStep(state);
    while (state.finished_at === null) {
      state = await client.verify.part.run({ part });
      onStep(state);
    }
    checked.push(state);
  }
  return checked;
}
