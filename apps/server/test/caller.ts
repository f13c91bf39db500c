import type { ServerUnderTest } from './server-under-test.ts';

export const PASSWORD = 'correct-horse-battery-staple';
export const OWNER = { email: 'owner@example.com', password: PASSWORD };
/** The Host that browsers send. */
export const HOST = '127.0.0.1:8000';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  cookie: string | undefined;
}

/** Calls the server the way a browser or a command line does. A body of text is sent as it is, as JSON. */
export function callerOf(server: ServerUnderTest) {
  return async (
    method: Method,
    url: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await server.app.inject({
      method,
      url,
      headers: {
        host: HOST,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: response.statusCode,
      body: /^[{[]/.test(response.body) ? response.json() : {},
      cookie: response.cookies.map(({ name, value }) => `${name}=${value}`)[0],
    };
  };
}
