/** Finds the codes in what a video shows now. */
export interface Detector {
  detect(video: HTMLVideoElement): Promise<readonly string[]>;
  close(): void;
}

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

interface NativeDetectors {
  new (): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Formats that warehouses use. A browser without one of them gets the detector that knows all. */
const needed = ['code_128', 'ean_13', 'qr_code', 'data_matrix'];

/** Returns the detector of the browser, which needs no download, or else the one that the service brings. */
export async function openDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: NativeDetectors }).BarcodeDetector;
  const formats: readonly string[] = (await own?.getSupportedFormats().catch(() => [])) ?? [];
  if (own && needed.every((format) => formats.includes(format))) {
    const detector = new own();
    return {
      detect: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
      close: () => undefined,
    };
  }
  return workerDetector();
}

interface Answer {
  readonly codes?: readonly string[];
  readonly fault?: string;
}

function workerDetector(): Detector {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'camera' });
  return {
    async detect(video) {
      const picture = await createImageBitmap(video);
      const answer = new Promise<readonly string[]>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Answer>) =>
          data.codes ? resolve(data.codes) : reject(new Error(data.fault));
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      worker.postMessage(picture, [picture]);
      return answer;
    },
    close: () => worker.terminate(),
  };
}
