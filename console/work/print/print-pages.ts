/** Milliseconds for which a frame with paper stays: browsers read it until their dialog for printing is closed. */
const kept = 600_000;

/**
 * Opens the dialog of the browser for printing a PDF. A browser that was started with `--kiosk-printing` has none, and prints at once.
 * Browsers without a viewer for PDF, such as those of phones, open it in a new tab.
 */
export async function printPages(address: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) {
    window.open(address, '_blank', 'noreferrer');
    return;
  }
  const answer = await fetch(address, { headers: { 'x-conveyor-console': '1' } });
  const file = URL.createObjectURL(await answer.blob());
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = file;
  await new Promise<void>((resolve) => {
    frame.onload = () => resolve();
    document.body.append(frame);
  });
  frame.contentWindow?.print();
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(file);
  }, kept);
}
