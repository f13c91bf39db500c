import { saveFile } from '../../../lib/save-file.ts';
import type { DiagramColors, DrawnDiagram } from './draw-svg.ts';

/** Browsers refuse larger canvases, or take all memory for them. */
const LONGEST_SIDE = 16_000;
const MOST_PIXELS = 64_000_000;

/** The colors of the page as it looks now, so that the image is light or dark as the page is. */
export function currentColors(): DiagramColors {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: color('--stone-2'),
    table: color('--stone-1'),
    heading: color('--stone-2'),
    line: color('--stone-7'),
    link: color('--stone-8'),
    text: color('--stone-12'),
    dim: color('--stone-11'),
  };
}

export function saveSvg(name: string, { svg }: DrawnDiagram): void {
  saveFile(`${name}.svg`, 'image/svg+xml', svg);
}

/** Saves the diagram as PNG, twice as fine as it is on the screen where that is possible. Throws when the browser cannot draw it. */
export async function savePng(name: string, { svg, width, height }: DrawnDiagram): Promise<void> {
  const scale = Math.min(
    2,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  );
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('The browser could not draw an image of this size.');
    saveFile(`${name}.png`, 'image/png', blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}
