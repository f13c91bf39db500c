const BROWSERS: ReadonlyArray<[RegExp, string]> = [
  // Those that name another browser beside themselves come before it.
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: ReadonlyArray<[RegExp, string]> = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_LENGTH = 40;

/** "Firefox on Windows" from what a client says about itself; what is not a browser is cut to its first word. */
export function deviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').trim();
  if (text === '') return 'Unknown device';
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  if (browser !== null) return browser;
  return shorten(text.split(/\s/, 1)[0] ?? text);
}

function nameIn(names: ReadonlyArray<[RegExp, string]>, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
