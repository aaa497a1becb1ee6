/** Time that a frame with paper exists, in milliseconds: browsers read it until their dialog for printing is closed. */
const kept = 600_000;

/** The browser has opened no tab for the paper: it does so only where somebody has tapped just before. */
export class TabBlocked extends Error {}

/**
 * Opens the dialog of the browser for printing a file. A browser that was started with `--kiosk-printing` has none, and prints at once.
 */
export async function printFile(file: Blob): Promise<void> {
  const address = URL.createObjectURL(file);
  const frame = window.document.createElement('iframe');
  frame.hidden = true;
  frame.src = address;
  await loaded(frame, () => window.document.body.append(frame));
  frame.contentWindow?.print();
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(address);
  }, kept);
}

/** The paper of a label printer is 4 × 6 inches, like our own labels. */
const onePicturePerPage = `
  @page { size: 4in 6in; margin: 0; }
  body { margin: 0; }
  img { display: block; width: 4in; height: 6in; object-fit: contain; break-after: page; }
  img:last-child { break-after: auto; }
`;

/** Opens the dialog of the browser for printing pictures, each on a page of 4 × 6 inches. */
export async function printPictures(pictures: readonly Blob[]): Promise<void> {
  const addresses = pictures.map((picture) => URL.createObjectURL(picture));
  const frame = window.document.createElement('iframe');
  // A frame that takes no room is laid out for printing, and a hidden one is not.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  window.document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page || !view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(onePicturePerPage);
  page.adoptedStyleSheets = [sheet];
  const images = addresses.map((address) => Object.assign(page.createElement('img'), { src: address }));
  page.body.append(...images);
  await Promise.all(images.map((image) => image.decode()));
  view.print();
  setTimeout(() => {
    frame.remove();
    addresses.forEach((address) => {
      URL.revokeObjectURL(address);
    });
  }, kept);
}

function loaded(frame: HTMLIFrameElement, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    frame.onload = () => resolve();
    begin();
  });
}
