/** What a frame may do with a mail: show text, styles and pictures that are part of it. Nothing from anywhere else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const HEAD = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"><style>:root{color-scheme:light}body{background:#fff;color:#171c21;font-family:system-ui,sans-serif;font-size:14px;margin:16px;overflow-wrap:anywhere}</style>`;
const UNWANTED =
  'script, meta, base, link, iframe, frame, frameset, object, embed, portal, template, noscript';

/**
 * A mail's HTML as a document for a frame with `sandbox=""`. The sandbox keeps scripts, forms and new windows away; what
 * is taken out here is what could make the frame itself load something: links and forms that stay in it, redirects,
 * frames within it.
 */
export function frameDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const element of mail.querySelectorAll(UNWANTED)) element.remove();
  for (const element of mail.querySelectorAll('[target], [ping], [action], [formaction]')) {
    for (const name of ['target', 'ping', 'action', 'formaction']) element.removeAttribute(name);
  }
  const styles = [...mail.head.querySelectorAll('style')].map((style) => style.outerHTML).join('');
  return `<!doctype html><html><head>${HEAD}${styles}</head>${mail.body.outerHTML}</html>`;
}
