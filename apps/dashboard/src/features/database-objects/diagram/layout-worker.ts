import { type LayoutInput, layOut } from './layout.ts';

// A worker of its own: placing many tables takes seconds, in which the page must go on.
self.onmessage = ({ data }: MessageEvent<LayoutInput>) => self.postMessage(layOut(data));
