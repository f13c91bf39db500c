/**
 * How the bytes of a file become a tag. `quick` is the beginning of their SHA-1, which processors find two to three times as fast as
 * MD5, and ends with `-1`, as the tags that clients of the S3 protocol take for no MD5.
 */
export type TagKind = 'md5' | 'quick';

/** What a thread that hashes files is told. The bytes themselves stay in the file, where the system still has them in memory. */
export type HashOrder =
  | { kind: 'begin'; id: number; path: string; tag: TagKind }
  /** The file has so many bytes by now. */
  | { kind: 'written'; id: number; bytes: number }
  /** So many, and no more will come. */
  | { kind: 'complete'; id: number; bytes: number }
  | { kind: 'cancel'; id: number };

/** What it answers once. Null: the file could not be read. */
export interface HashAnswer {
  id: number;
  tag: string | null;
}
