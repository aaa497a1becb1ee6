/** Does nothing: how long that takes tells how the Temporal server is set (docs/operating.md). */
export async function probe(): Promise<void> {}
