import { textParam } from './pages/search-params.ts';

/** The part of any address below a project that opens the Connect dialog over the page. What it names is checked by the dialog. */
export interface ConnectSearch {
  showConnect?: true;
  connectTab?: string;
  /** What of the tab: a form of the address, a framework, a library. */
  connectWith?: string;
}

/** What an address says of the Connect dialog. Undefined values take the place of what cannot be read. */
export function connectSearch(search: Record<string, unknown>): {
  [K in keyof ConnectSearch]: ConnectSearch[K] | undefined;
} {
  return {
    showConnect: search.showConnect === true ? true : undefined,
    connectTab: textParam(search.connectTab),
    connectWith: textParam(search.connectWith),
  };
}

/** How the search part of the present address continues to open the dialog there, in place of the API docs. */
export function withConnect(tab?: string, choice?: string) {
  return <Search extends object>(search: Search) => ({
    ...search,
    apiDocs: undefined,
    apiDocsItem: undefined,
    showConnect: true,
    connectTab: tab,
    connectWith: choice,
  });
}

/** How it continues to close the dialog. */
export function withoutConnect<Search extends object>(search: Search) {
  return { ...search, showConnect: undefined, connectTab: undefined, connectWith: undefined };
}
