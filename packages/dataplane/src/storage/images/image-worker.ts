import sharp from 'sharp';
import { readFrame, writeFrame } from './frames.ts';
import type { ImageFormat, Transformation } from './transformation.ts';

/** What the process is asked: as JSON in one frame, and the image in the next. It answers with the new image, empty when it can read none. */
export interface ImageWish {
  transformation: Transformation;
  format: ImageFormat;
}

/** More pixels take more memory than one image may. */
const MAX_PIXELS = 50_000_000;
/** As much as four bytes can say: what comes from the parent is believed. */
const MAX_FRAME = 2 ** 32 - 1;
const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

// Images are decoded by code written in C, and may have been made to break it. So this process holds nothing, gives up root as soon as
// it has loaded its libraries, works for one project, and ends with its parent.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadTiff',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

await warmUp();
giveUpRoot(Number(process.argv[2]));
writeFrame(process.stdout, Buffer.alloc(0));
try {
  for (;;) {
    const wish = JSON.parse((await readFrame(process.stdin, MAX_FRAME)).toString()) as ImageWish;
    const bytes = await readFrame(process.stdin, MAX_FRAME);
    writeFrame(process.stdout, (await render(bytes, wish.transformation, wish.format)) ?? Buffer.alloc(0));
  }
} catch {
  // The parent is gone.
  process.exit(0);
}

async function render(
  bytes: Buffer,
  { width, height, resize, quality }: Transformation,
  format: ImageFormat,
): Promise<Buffer | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      // As the camera was held; the note that says so goes with all others.
      .autoOrient()
      .resize(width, height, { fit: FITS[resize], withoutEnlargement: true });
    return await image.toFormat(format, format === 'png' || format === 'gif' ? {} : { quality }).toBuffer();
  } catch {
    return null;
  }
}

/** Loads what is loaded at first use, as long as this process may read it. */
async function warmUp(): Promise<void> {
  const size = { create: { width: 4, height: 4, channels: 3 as const, background: '#888' } };
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const bytes = await sharp(size).toFormat(format).toBuffer();
    await render(bytes, { width: 2, height: 2, resize: 'cover', quality: 80, keepsFormat: true }, format);
  }
}

/** A user that owns nothing. In a container that maps few users, it is `nobody`. */
function giveUpRoot(uid: number): void {
  if (process.getuid?.() !== 0) return;
  for (const id of [uid, 65_534])
    try {
      process.setgroups?.([]);
      process.setgid?.(id);
      process.setuid?.(id);
      return;
    } catch {
      // The next one.
    }
  throw new Error('This process could not give up the rights of root.');
}
