const STORE = 'drafts';

let opening: Promise<IDBDatabase> | null = null;

/** The browser's database, for texts that its small storage has no room for. Rejects where there is none. */
function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('basalt-drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database of this browser is blocked.'));
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(STORE, mode, { durability: 'strict' });
  return done(ask(transaction.objectStore(STORE)));
}

export async function putLargeDraft(key: string, draft: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(draft, key));
}

export async function removeLargeDraft(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key));
}

export async function listLargeDrafts(prefix: string): Promise<unknown[]> {
  return inStore('readonly', (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}
