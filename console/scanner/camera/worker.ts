import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Finds barcodes in pictures, away from the page: reading a picture takes up to 100 ms, and WebAssembly needs a content policy of its own. */

prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) =>
      path.endsWith('.wasm') ? new URL(reader, self.location.href).href : prefix + path,
  },
});

const detector = new BarcodeDetector();

self.onmessage = async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  try {
    const codes = await detector.detect(picture);
    self.postMessage({ codes: codes.map(({ rawValue }) => rawValue) });
  } catch (error) {
    self.postMessage({ fault: String(error) });
  } finally {
    picture.close();
  }
};
