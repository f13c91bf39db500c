import { getDocument, type PDFDocumentProxy, PDFWorker, VerbosityLevel, version } from 'pdfjs-dist';

/** Larger images are left out of a page. In pixels. */
const IMAGE_PIXELS = 64 * 1024 * 1024;
const RANGE_BYTES = 256 * 1024;

export interface OpenPdf {
  /** Rejects when the file is no PDF, is locked, or cannot be fetched. */
  document: Promise<PDFDocumentProxy>;
  close(): void;
}

/** Reads a PDF in a thread of its own, no more of it than the pages that are drawn. Scripts and forms in it are not run. */
export function openPdf(url: string): OpenPdf {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread });
  const files = new URL(`/assets/pdf-${version}/`, window.location.origin).href;
  const loading = getDocument({
    url,
    worker,
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: IMAGE_PIXELS,
    // What is odd in a file is nothing that a console should be full of.
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${files}cmaps/`,
    wasmUrl: `${files}wasm/`,
    // Compiling it would need more than our own scripts may.
    useWasm: false,
  });
  return {
    document: loading.promise,
    close() {
      void loading
        .destroy()
        .catch(() => {})
        .finally(() => {
          worker.destroy();
          thread.terminate();
        });
    },
  };
}

/** Draws a page as large as the box is, sharp on its screen. @throws what the page cannot be drawn for, also when the signal stops it */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  { canvas, box }: { canvas: HTMLCanvasElement; box: { width: number; height: number } },
  signal: AbortSignal,
): Promise<void> {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const whole = page.getViewport({ scale: 1 });
  const scale = Math.min(box.width / whole.width, box.height / whole.height);
  const viewport = page.getViewport({ scale: scale * window.devicePixelRatio });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.style.width = `${canvas.width / window.devicePixelRatio}px`;
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
}
