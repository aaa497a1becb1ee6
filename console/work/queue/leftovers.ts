/** Returns whether this browser keeps scans that are not sent, without loading what sends them. */
export const hasLeftovers = (): boolean => Object.keys(localStorage).some((place) => place.startsWith(queuePrefix));

/** Each entry of the queue has a place of its own in the memory of the browser, whose name begins so. */
export const queuePrefix = 'conveyor-scan/';
