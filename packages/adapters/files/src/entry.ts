/** A file as it is now. */
export interface FileEntry {
  /** Below the root, with `/` between folders. */
  readonly path: string;
  /** Of the file on its disk, in decimal digits. It is kept when a file gets another name, and given again to another file after it is gone. */
  readonly inode: string;
  /** When its content was last changed, in milliseconds since 1970, whole. */
  readonly mtimeMs: number;
  /** In bytes. */
  readonly size: number;
  /** When its content, its name or its facts were changed last, in milliseconds since 1970: of one that was unpacked or moved in it is later than `mtimeMs`. */
  readonly changedMs?: number;
  /**
   * The words of `lineWords` that the latest lines have, in their declared form and order. Missing: the lines were not read, since no word is
   * declared, or the file is larger than 1 MiB, holds bytes that are no text, or was not changed.
   */
  readonly lineWords?: readonly string[];
}

/** A file that is there and still being written: its facts follow in `changed`. It is known to exist, and nothing more. */
export interface UnsettledEntry {
  readonly path: string;
  readonly unsettled: true;
}

/** A path at which there is no file any more, and below which there is none: it may have been a folder that was moved as a whole. */
export interface GoneEntry {
  readonly path: string;
  readonly gone: true;
}

/** What a scan finds. */
export type ScanEntry = FileEntry | UnsettledEntry;
/** What became of a path between two scans. */
export type FileChange = FileEntry | GoneEntry;
