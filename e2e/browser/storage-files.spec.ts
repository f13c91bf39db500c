import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

/** Folders that are dropped come as entries, which only the browser itself makes. */
const FOLDER_DROP = `{
  const file = (name) => ({ isFile: true, name, file: (done) => done(new File(['deep'], name)) });
  const folder = (name, children) => {
    const rest = [children];
    const createReader = () => ({ readEntries: (done) => done(rest.shift() ?? []) });
    return { isFile: false, name, createReader };
  };
  const tree = folder('stones', [file('one.txt'), folder('grey', [file('two.txt')])]);
  DataTransferItem.prototype.webkitGetAsEntry = () => tree;
}`;

const bucketPath = (ref: string, id: string) => `/project/${ref}/storage/buckets/${id}`;
const entry = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });

/** Drops files on the page, as a browser does when they come from the desktop. */
async function drop(page: Page, files: { name: string; text: string; type?: string }[]): Promise<void> {
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, text, type = 'text/plain' } of ${JSON.stringify(files)})
      transfer.items.add(new File([text], name, { type }));
    return transfer;
  })()`);
  const place = page.getByRole('main');
  const target = place.locator('header').first();
  await target.dispatchEvent('dragenter', { dataTransfer: data });
  await expect(page.getByText('Drop files and folders to upload them to')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: data });
}

test('a bucket is made, changed, found, emptied and deleted', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  await page.goto(`/project/${ref}/storage/buckets`);
  await page.getByRole('button', { name: 'New bucket' }).click();
  const form = page.getByRole('dialog', { name: 'New bucket' });
  await form.getByRole('button', { name: 'Create bucket' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('life');
  await form.getByRole('textbox', { name: 'Allowed MIME types' }).fill('text');
  await form.getByRole('button', { name: 'Create bucket' }).click();
  await expect(form.getByText('“text” is not a type such as image/png or image/*.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Allowed MIME types' }).fill('text/*');
  await form.getByRole('switch', { name: 'Public bucket' }).check();
  await form.getByRole('switch', { name: 'Limit the size of files' }).check();
  await form.getByRole('textbox', { name: 'Largest file' }).fill('2');
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create bucket' }).click();
  await expect(page).toHaveURL(new RegExp(`${bucketPath(ref, 'life')}$`));
  await expect(page.getByText('No files in this bucket yet')).toBeVisible();

  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  expect((await storage.from('life').upload('a.png', 'x', { contentType: 'image/png' })).error).toMatchObject(
    {
      statusCode: '415',
    },
  );
  await storage.from('life').upload('kept/a.txt', 'text');
  await page.getByRole('link', { name: 'Buckets', exact: true }).first().click();
  const row = page.getByRole('row', { name: /^life/ });
  await expect(row).toContainText(/life\s*Public\s*text\/\*\s*2.0 MB/);
  await page.getByRole('searchbox', { name: 'Search buckets' }).fill('nothing of the kind');
  await expect(page.getByText('No bucket matches')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search buckets' }).fill('LIF');
  const menu = async (choice: string) => {
    await row.getByRole('button', { name: 'Actions for life' }).click();
    await page.getByRole('button', { name: choice, exact: true }).click();
  };
  await menu('Edit…');
  const edit = page.getByRole('dialog', { name: 'Edit life' });
  await edit.getByRole('switch', { name: 'Public bucket' }).uncheck();
  await expect(edit.getByText('Addresses of files that are in use stop working.')).toBeVisible();
  await edit.getByRole('textbox', { name: 'Allowed MIME types' }).fill('');
  await edit.getByRole('switch', { name: 'Limit what all files take together' }).check();
  await edit.getByRole('textbox', { name: 'Quota' }).fill('2.5');
  await edit.getByRole('button', { name: 'Save bucket' }).click();
  await expect(row).toContainText(/Private\s*All types are allowed/);
  await menu('Edit…');
  await expect(edit.getByRole('textbox', { name: 'Quota' })).toHaveValue('2560');
  await edit.getByRole('button', { name: 'Cancel' }).click();

  await menu('Empty…');
  await page.getByRole('textbox', { name: 'Type life to confirm' }).fill('life');
  await page.getByRole('button', { name: 'Empty bucket' }).click();
  await expect(page.getByText('Emptied the bucket life')).toBeVisible();
  expect((await storage.from('life').list('kept')).data).toEqual([]);
  await storage.from('life').upload('again.txt', 'text');
  await menu('Delete…');
  await page.getByRole('button', { name: 'Delete bucket' }).click();
  await expect(page.getByText('Value entered does not match')).toBeVisible();
  await page.getByRole('textbox', { name: 'Type life to confirm' }).fill('life');
  await page.getByRole('button', { name: 'Delete bucket' }).click();
  await expect(page.getByText('Deleted the bucket life')).toBeVisible();
  expect((await storage.getBucket('life')).error).not.toBeNull();
});

test('files and folders are uploaded: dropped, paused, resumed, asked about', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('uploads');
  await storage.from('uploads').upload('taken.txt', 'the first');
  await storage.from('uploads').upload('also-taken.txt', 'the first');
  await page.goto(bucketPath(ref, 'uploads'));
  await expect(entry(page, 'taken.txt')).toBeVisible();
  await drop(page, [
    { name: 'fresh.txt', text: 'fresh' },
    { name: 'taken.txt', text: 'the second' },
    { name: 'also-taken.txt', text: 'the second' },
    { name: 'Müller.txt', text: 'not a name' },
  ]);
  const panel = page.getByRole('region', { name: 'Uploads' });
  await expect(entry(page, 'fresh.txt')).toBeVisible();
  await panel.getByRole('button', { name: 'Replace taken.txt', exact: true }).click();
  await panel.getByRole('button', { name: 'Keep both of also-taken.txt' }).click();
  await expect(panel.getByText(/^Names can have letters without accents/)).toBeVisible();
  await expect(entry(page, 'also-taken \\(2\\).txt')).toBeVisible();
  const text = async (path: string) => (await storage.from('uploads').download(path)).data?.text();
  await expect.poll(() => text('taken.txt')).toBe('the second');
  expect(await text('also-taken.txt')).toBe('the first');
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panel).toBeHidden();

  // The second part of a large file does not come through until the upload is resumed.
  let isBlocked = true;
  let asked = () => {};
  const isAsked = new Promise<void>((done) => {
    asked = done;
  });
  await page.route('**/upload/resumable/sign/*', async (route) => {
    const offset = Number(await route.request().headerValue('upload-offset'));
    if (!isBlocked || offset === 0) return route.continue();
    asked();
  });
  const large = Buffer.alloc(7 * 1024 * 1024, 'granite ');
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'large.bin', mimeType: 'application/x-granite', buffer: large });
  await isAsked;
  await expect(panel.getByText(/^6.0 MB of 7.0 MB/).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Pause large.bin' }).click();
  await expect(panel.getByText('Paused at 6.0 MB of 7.0 MB')).toBeVisible();
  isBlocked = false;
  const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
  await panel.getByRole('button', { name: 'Resume large.bin' }).click();
  expect(await (await resumed).headerValue('upload-offset')).toBe(String(6 * 1024 * 1024));
  await expect(panel.getByText('Uploaded 1 file')).toBeVisible();
  const { data } = await storage.from('uploads').download('large.bin');
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(large)).toBe(true);

  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('a/b');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await expect(page.getByText('A name has no slash and is not . or ..')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('quarry');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await expect(page.getByText('No files in this folder yet')).toBeVisible();
  await page.evaluate(FOLDER_DROP);
  await drop(page, [{ name: 'stones', text: '' }]);
  await expect(entry(page, 'stones')).toBeVisible();
  await expect.poll(() => text('quarry/stones/grey/two.txt')).toBe('deep');
});

test('files are previewed without acting, and linked to', async ({ page, api, basalt, project: { ref } }) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('looks', { public: true });
  const put = (path: string, body: string | Buffer, contentType: string) =>
    storage.from('looks').upload(path, body, { contentType });
  const script = '<script>window.top.hacked = true; fetch("/platform/projects")</script>';
  await put('page.html', `<h1>Hello</h1>${script}`, 'text/html');
  await put(
    'picture.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/>${script}</svg>`,
    'image/svg+xml',
  );
  await put('deep/er/notes.txt', 'granite notes', 'text/plain');
  await put('thing.bin', 'x', 'application/x-thing');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(bucketPath(ref, 'looks'));
  const panel = page.getByRole('complementary', { name: 'File' });
  await entry(page, 'page.html').click();
  await expect(panel.getByRole('region', { name: 'Text of page.html' })).toContainText('<h1>Hello</h1>');
  await entry(page, 'picture.svg').click();
  const image = panel.getByRole('img', { name: 'picture.svg' });
  await expect
    .poll(() => image.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(40);
  expect(new URL((await image.getAttribute('src')) ?? '').origin).toBe(basalt.gatewayOrigin);
  await entry(page, 'thing.bin').click();
  await expect(panel.getByText('There is no preview for files of this type.')).toBeVisible();
  expect(await page.evaluate(`'hacked' in window`)).toBe(false);
  expect(refused).toEqual([]);

  // A link leads to a file, wherever it lies; folders can be columns.
  await page.goto(`${bucketPath(ref, 'looks')}?path=deep/er/&file=deep/er/notes.txt`);
  await expect(panel.getByRole('region', { name: 'Text of notes.txt' })).toContainText('granite notes');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('listbox', { name: 'looks' })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'deep', exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await panel.getByRole('button', { name: 'Copy URL' }).click();
  expect(await (await fetch(await copied())).text()).toBe('granite notes');
  await panel.getByRole('combobox', { name: 'How long the signed link works' }).selectOption('1 year');
  await panel.getByRole('button', { name: 'Copy signed link' }).click();
  await expect.poll(copied).toContain('/object/sign/looks/deep/er/notes.txt?token=');
  expect(await (await fetch(await copied())).text()).toBe('granite notes');
  const saving = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('notes.txt');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'List', exact: true }).click();
});

const READ = `async (blob) => btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))`;
/** A film of a canvas that changes its color, as the browser itself records one. */
const FILM = `(async () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 48];
  const brush = canvas.getContext('2d');
  let color = 0;
  const paint = () => {
    brush.fillStyle = 'hsl(' + (color += 20) + ' 80% 50%)';
    brush.fillRect(0, 0, 64, 48);
  };
  paint();
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => {
    parts.push(data);
    if (parts.length > 3 && recorder.state === 'recording') recorder.stop();
  };
  const stopped = new Promise((done) => { recorder.onstop = done; });
  const timer = setInterval(paint, 20);
  recorder.start(50);
  await stopped;
  clearInterval(timer);
  return (${READ})(new Blob(parts));
})()`;
const PICTURE = `(async () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [30, 20];
  canvas.getContext('2d').fillRect(0, 0, 15, 20);
  return new Promise((done) => canvas.toBlob((blob) => done((${READ})(blob)), 'image/png'));
})()`;

/** Half a second of a tone, in samples of eight bits. */
function tone(): Buffer {
  const rate = 8_000;
  const samples = Buffer.from(Array.from({ length: rate / 2 }, (_, at) => 128 + 60 * Math.sin(at / 3)));
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** What a test asks of a drawing. */
interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { data: ArrayLike<number> };
  };
}

/** Two pages, one red and one blue, with a script that nobody runs. */
/** Eight pixels square, all green, as JPEG 2000, and all black, as JBIG2: the kinds for which the library fetches a decoder. */
const IMAGES = {
  JPXDecode:
    'ff4fff51002f000000000008000000080000000000000000000000080000000800000000000000000003070101070101070101ff52000c00000001010004040001ff5c00044040ff90000a0000000000240001ff93c0241150549fdf8028115054af87df8028115054af87ffd9',
  JBIG2Decode:
    '000000003000010000001300000008000000080000000000000000000000000000012600010000001900000008000000080000000000000000000126a2fffe002002',
};
const image = (filter: keyof typeof IMAGES, colors: string) =>
  `<</Type/XObject/Subtype/Image/Width 8/Height 8/${colors}/Filter[/ASCIIHexDecode/${filter}]/Length ${IMAGES[filter].length + 1}>> stream
${IMAGES[filter]}>
endstream`;

const PAPER = Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 5 0 R 7 0 R 8 0 R]/Count 4>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>> endobj
4 0 obj <</Length 26>> stream
1 0 0 rg 0 0 200 100 re f 
endstream endobj
5 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 6 0 R>> endobj
6 0 obj <</Length 26>> stream
0 0 1 rg 0 0 100 100 re f 
endstream endobj
7 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]/Contents 9 0 R/Resources<</XObject<</I 10 0 R>>>>>> endobj
8 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]/Contents 9 0 R/Resources<</XObject<</I 11 0 R>>>>>> endobj
9 0 obj <</Length 5>> stream
/I Do
endstream endobj
10 0 obj ${image('JPXDecode', '/ColorSpace/DeviceRGB/BitsPerComponent 8')} endobj
11 0 obj ${image('JBIG2Decode', '/ColorSpace/DeviceGray/BitsPerComponent 1')} endobj
trailer <</Root 1 0 R>>
%%EOF
`);

test('each kind of file is shown as what it is', async ({ page, api, basalt, project: { ref } }) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  await clientOf(url, secret).storage.createBucket('kinds');
  await page.goto(bucketPath(ref, 'kinds'));
  await expect(page.getByText('No files in this bucket yet')).toBeVisible();
  const made = async (script: string) => Buffer.from(await page.evaluate<string>(script), 'base64');
  const files = [
    { name: 'picture.png', mimeType: 'image/png', buffer: await made(PICTURE) },
    { name: 'film.webm', mimeType: 'video/webm', buffer: await made(FILM) },
    { name: 'tone.wav', mimeType: 'audio/wav', buffer: tone() },
    { name: 'paper.pdf', mimeType: 'application/pdf', buffer: PAPER },
    { name: 'torn.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no paper') },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\non basalt') },
    // Of no type, so that its name says what it is.
    { name: 'table.csv', mimeType: '', buffer: Buffer.from('stone,weight\nbasalt,3') },
  ];
  await page.getByLabel('Files to upload').setInputFiles(files);
  const uploaded = page.getByRole('region', { name: 'Uploads' });
  await expect(uploaded.getByText('Uploaded 7 files')).toBeVisible();
  await uploaded.getByRole('button', { name: 'Close', exact: true }).click();

  const panel = page.getByRole('complementary', { name: 'File' });
  const open = (name: string) => entry(page, name).click();
  const media = (selector: string, property: string) =>
    expect.poll(() => panel.locator(selector).evaluate((it, name) => Reflect.get(it, name), property));
  await open('picture.png');
  await media('img', 'naturalWidth').toBe(30);
  await open('film.webm');
  await media('video', 'videoWidth').toBe(64);
  await open('tone.wav');
  await media('audio', 'duration').toBe(0.5);
  await open('paper.pdf');
  const middleOf = (name: string) =>
    expect.poll(() =>
      panel.getByRole('img', { name }).evaluate((it) => {
        const { width, height, getContext } = it as unknown as Canvas;
        return Array.from(getContext.call(it, '2d').getImageData(width / 2, height / 2, 1, 1).data);
      }),
    );
  await middleOf('Page 1 of paper.pdf').toEqual([255, 0, 0, 255]);
  await panel.getByRole('button', { name: 'Next page' }).click();
  await middleOf('Page 2 of paper.pdf').toEqual([0, 0, 255, 255]);
  await expect(panel.getByText('Page 2 of 4')).toBeVisible();
  await panel.getByRole('button', { name: 'Next page' }).click();
  await middleOf('Page 3 of paper.pdf').toEqual([0, 255, 0, 255]);
  await panel.getByRole('button', { name: 'Next page' }).click();
  await middleOf('Page 4 of paper.pdf').toEqual([0, 0, 0, 255]);
  await open('torn.pdf');
  await expect(panel.getByText('This file is not a PDF, or it is damaged.')).toBeVisible();
  await open('notes.md');
  await expect(panel.getByRole('region', { name: 'Text of notes.md' })).toContainText('on basalt');
  await open('table.csv');
  await expect(panel.getByRole('region', { name: 'Text of table.csv' })).toContainText('basalt,3');
  expect(await accessibilityFaults(page)).toEqual([]);

  // The token of a link ends when the person said.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const lifetime = panel.getByRole('combobox', { name: 'How long the signed link works' });
  for (const [label, seconds] of [
    ['1 minute', 60],
    ['1 week', 604_800],
  ] as const) {
    await lifetime.selectOption(label);
    await panel.getByRole('button', { name: 'Copy signed link' }).click();
    const lasts = async () => {
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      const [, claims = ''] = (new URL(link).searchParams.get('token') ?? '').split('.');
      const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      return exp - iat;
    };
    await expect.poll(lasts).toBe(seconds);
  }
});

test('an upload over a slow line is paused, gone on with after a reload, and canceled', async ({
  page,
  api,
  basalt,
  project: { ref },
}, info) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('slow');
  const large = Buffer.alloc(5 * 1024 * 1024, 'slow basalt ');
  const file = info.outputPath('large.bin');
  await writeFile(file, large);
  const line = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  const panel = page.getByRole('region', { name: 'Uploads' });
  const begin = async () => {
    const sending = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Files to upload').setInputFiles(file);
    return sending;
  };
  const bar = panel.getByRole('progressbar', { name: 'large.bin' });
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'));
  /** How much the server has; -1 when it knows of no such upload. */
  const arrived = async (request: Request) => {
    const headers = {
      'tus-resumable': '1.0.0',
      'x-signature': (await request.headerValue('x-signature')) ?? '',
    };
    const answer = await fetch(request.url(), { method: 'HEAD', headers });
    return answer.ok ? Number(answer.headers.get('upload-offset')) : -1;
  };

  await page.goto(bucketPath(ref, 'slow'));
  await line.send('Network.enable');
  await throttle(500_000);
  const first = await begin();
  await expect.poll(percent).toBeGreaterThan(9);
  await panel.getByRole('button', { name: 'Pause large.bin' }).click();
  await expect(panel.getByText(/^Paused at .* of 5.0 MB/)).toBeVisible();
  const kept = await arrived(first);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(large.length);
  // The browser asks whether to leave, and playwright says yes.
  await page.reload();
  await expect(page.getByText('No files in this bucket yet')).toBeVisible();
  await throttle(-1);
  const second = await begin();
  expect(await second.headerValue('upload-offset')).toBe(String(kept));
  await expect(panel.getByText('Uploaded 1 file')).toBeVisible();
  const { data } = await storage.from('slow').download('large.bin');
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(large)).toBe(true);

  await storage.from('slow').remove(['large.bin']);
  await throttle(500_000);
  for (const isPaused of [false, true]) {
    const given = await begin();
    await expect.poll(percent).toBeGreaterThan(9);
    if (isPaused) await panel.getByRole('button', { name: 'Pause large.bin' }).click();
    await panel.getByRole('button', { name: 'Cancel large.bin' }).click();
    await expect(panel.getByText('Not uploaded: canceled').first()).toBeVisible();
    await expect.poll(() => arrived(given)).toBe(-1);
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
  }
  expect((await storage.from('slow').list()).data).toEqual([]);
});

test('an upload that is paused and resumed before it began is sent once', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('hasty');
  await page.goto(bucketPath(ref, 'hasty'));
  await expect(page.getByText('No files in this bucket yet')).toBeVisible();
  // Leave to send comes when all of it was asked for.
  let asked = 0;
  let letGo = () => {};
  const isLetGo = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route('**/upload-link', async (route) => {
    asked += 1;
    await isLetGo;
    await route.continue();
  });
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/upload/resumable')) begun.push(request.url());
  });
  const panel = page.getByRole('region', { name: 'Uploads' });
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'hasty.txt', mimeType: 'text/plain', buffer: Buffer.from('hasty') });
  for (const count of [1, 2]) {
    await expect.poll(() => asked).toBe(count);
    await panel.getByRole('button', { name: 'Pause hasty.txt' }).click();
    await panel.getByRole('button', { name: 'Resume hasty.txt' }).click();
  }
  await expect.poll(() => asked).toBe(3);
  letGo();
  await expect(panel.getByText('Uploaded 1 file')).toBeVisible();
  expect(begun).toHaveLength(1);
  expect(await (await storage.from('hasty').download('hasty.txt')).data?.text()).toBe('hasty');
});

test('buckets that do not come are asked for three times more, and not where that is in vain', async ({
  page,
  project: { ref },
}) => {
  let message = 'Something went wrong.';
  let left = 3;
  let asked = 0;
  await page.clock.install();
  await page.route(`**/platform/storage/${ref}/buckets`, async (route) => {
    asked += 1;
    left -= 1;
    if (left < 0) return route.continue();
    return route.fulfill({ status: [500, 403, 400][left] ?? 500, json: { code: 'internal', message } });
  });
  const tries = (count: number) => async () => {
    await page.clock.runFor(1_000);
    return asked >= count;
  };
  await page.goto(`/project/${ref}/storage/buckets`);
  await expect.poll(tries(4)).toBe(true);
  await expect(
    page.getByRole('button', { name: 'Create the first bucket' }).or(page.getByRole('table')),
  ).toBeVisible();
  [message, left, asked] = ['Tenant config not found', 1, 0];
  await page.reload();
  await expect(page.getByText('The buckets could not be loaded')).toBeVisible();
  await page.clock.runFor(10_000);
  expect(asked).toBe(1);
});

test('files are chosen, renamed, moved, packed and deleted by keyboard', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('keys');
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'folder/one.txt', 'folder/two.txt'];
  for (const name of names) await storage.from('keys').upload(name, `text of ${name}`);
  const left = async (folder = '') => (await storage.from('keys').list(folder)).data?.map(({ name }) => name);
  const { keyboard } = page;
  await page.goto(bucketPath(ref, 'keys'));
  const list = page.getByRole('listbox', { name: 'keys' });
  await expect(list.getByRole('option')).toHaveCount(5);
  await list.focus();
  await keyboard.press('F2');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.fill('b.txt');
  await keyboard.press('Enter');
  await expect(page.getByText('There is an object called b.txt already.')).toBeVisible();
  await name.fill('renamed.txt');
  await keyboard.press('Enter');
  await expect(entry(page, 'renamed.txt')).toBeVisible();
  expect(await left()).toEqual(['b.txt', 'c.txt', 'd.txt', 'folder', 'renamed.txt']);

  await list.focus();
  await keyboard.press('Home');
  await keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const move = page.getByRole('dialog', { name: 'Move 2 entries' });
  await move.getByRole('button', { name: 'folder' }).click();
  await expect(
    move.getByText('There are no folders in here.').or(move.getByText('One folder up')),
  ).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await move.getByRole('button', { name: 'Move here' }).click();
  await expect(page.getByText('Moved 2 files to folder/')).toBeVisible();
  await expect(list.getByRole('option')).toHaveCount(3);
  expect(await left('folder')).toEqual(['b.txt', 'c.txt', 'one.txt', 'two.txt']);

  await list.focus();
  await keyboard.press('Control+a');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as ZIP' }).click();
  const archive = await saving;
  expect(archive.suggestedFilename()).toBe('keys.zip');
  const bytes = await new Promise<Buffer>((done, failed) => {
    const parts: Buffer[] = [];
    archive.createReadStream().then((stream) => {
      stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(Buffer.concat(parts)));
      stream.on('error', failed);
    }, failed);
  });
  for (const each of ['folder/two.txt', 'text of folder/two.txt', 'renamed.txt'])
    expect(bytes.includes(each), each).toBe(true);

  await list.focus();
  await keyboard.press('Escape');
  await keyboard.press('Home');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  const inside = page.getByRole('listbox', { name: 'folder' });
  await expect(inside).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(list).toBeFocused();
  await keyboard.press('Space');
  await expect(entry(page, 'folder')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Delete');
  await expect(page.getByText('Folders are deleted with all that is in them.')).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByText('Deleted 4 files')).toBeVisible();
  await expect(list.getByRole('option')).toHaveCount(2);
  expect(await left()).toEqual(['d.txt', 'renamed.txt']);
});

test('a folder of 10,000 files is read as far as somebody looks, and who may only read changes nothing', async ({
  api,
  basalt,
  browser,
  project: { ref },
}) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('many');
  await storage.from('many').upload('z-real.txt', 'really there');
  await api.rows(
    ref,
    `insert into storage.objects (bucket_id, name, metadata)
     select 'many', 'stone-' || lpad(n::text, 5, '0') || '.txt', '{"size": 5, "mimetype": "text/plain"}'
     from generate_series(1, 10000) as n`,
  );
  const page = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  await page.goto(`/project/${ref}/storage/buckets`);
  await expect(page.getByRole('link', { name: 'many' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New bucket' })).toBeHidden();
  await page.getByRole('link', { name: 'many' }).click();
  const list = page.getByRole('listbox', { name: 'many' });
  await expect(entry(page, 'stone-00001.txt')).toBeVisible();
  expect(await list.getByRole('option').count()).toBeLessThan(100);
  for (const name of ['Upload', 'New folder']) await expect(page.getByRole('button', { name })).toBeHidden();
  await list.focus();
  await page.keyboard.press('End');
  await expect(entry(page, 'stone-00200.txt')).toBeVisible();
  await expect(page.getByText('400 entries, and more below')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Names that begin with' }).fill('STONE-0999');
  await expect(page.getByText('10 entries', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Names that begin with' }).fill('z');
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await entry(page, 'z-real.txt').click();
  const panel = page.getByRole('complementary', { name: 'File' });
  await expect(panel.getByRole('region', { name: 'Text of z-real.txt' })).toContainText('really there');
  const lifetimes = panel.getByRole('combobox', { name: 'How long the signed link works' });
  await expect(lifetimes.getByRole('option')).toHaveText(['1 minute', '1 hour']);
  await list.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  for (const name of ['Delete', 'Move', 'Rename'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  await page.keyboard.press('Delete');
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.context().close();
});
