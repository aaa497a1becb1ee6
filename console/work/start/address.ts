/** What the address of the start of work says: the step in view. */
export interface WorkAddress {
  readonly step?: 'pick' | 'pack' | 'ship' | 'pickup';
}

/** Reads the address. A step that there is not is left out. */
export function workAddress({ step }: Record<string, unknown>): WorkAddress {
  return step === 'pick' || step === 'pack' || step === 'ship' || step === 'pickup' ? { step } : {};
}
