/** The parts of a project URL: `/abc…/rest/v1/items?id=eq.1` asks service `rest` of project `abc…` for `/items?id=eq.1`. */
export interface ServiceUrl {
  /** Below the service's root, with the query string but without `apikey`. Starts with a slash. */
  url: string;
  /** `apikey` of the query string. */
  apikey: string | null;
}

/** @param prefix length of `/<ref>/<service>/v1` */
export function splitUrl(rawUrl: string, prefix: number): ServiceUrl {
  const rest = rawUrl.slice(prefix);
  const url = rest.startsWith('/') ? rest : `/${rest}`;
  if (!url.includes('apikey=')) return { url, apikey: null };
  const start = url.indexOf('?');
  if (start === -1) return { url, apikey: null };
  let apikey: string | null = null;
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((parameter) => {
      if (!parameter.startsWith('apikey=')) return true;
      apikey ??= decode(parameter.slice('apikey='.length));
      return false;
    });
  return { url: kept.length > 0 ? `${url.slice(0, start)}?${kept.join('&')}` : url.slice(0, start), apikey };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const REF = /^\/[a-z]{20}(?=[/?]|$)/;

// What proxies are asked, `GET http://host/path`, must be understood by all servers (RFC 9112, 3.2.2).
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * The URL by which routes know a request. `https://<ref>.<domain>/rest/v1` is the same as `/<ref>/rest/v1`.
 * @param domain null: projects are found by path only
 */
export function projectUrl(rawUrl: string, host: string | undefined, domain: string | null): string {
  const url = rawUrl.startsWith('/') ? rawUrl : rawUrl.replace(ABSOLUTE, '').replace(/^(?![/*])/, '/');
  if (domain === null || host === undefined) return url;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (!name.endsWith(`.${domain}`)) return url;
  const ref = name.slice(0, -domain.length - 1);
  return REF.test(`/${ref}`) ? `/${ref}${url.startsWith('/') ? url : `/${url}`}` : url;
}
