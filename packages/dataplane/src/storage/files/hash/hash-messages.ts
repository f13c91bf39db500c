/** What a thread that hashes files is told. The bytes themselves stay in the file, where the system still has them in memory. */
export type HashOrder =
  | { kind: 'begin'; id: number; path: string }
  /** The file has so many bytes by now. */
  | { kind: 'written'; id: number; bytes: number }
  /** So many, and no more will come. */
  | { kind: 'complete'; id: number; bytes: number }
  | { kind: 'cancel'; id: number };

/** What it answers once. Null: the file could not be read. */
export interface HashAnswer {
  id: number;
  /** Hexadecimal. */
  md5: string | null;
}
