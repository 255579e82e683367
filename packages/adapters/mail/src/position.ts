import type { Connection } from './connection.ts';
import type { MailboxConfig } from './config.ts';

/** How far a folder has been read. */
export interface Position {
  /** Numbers of mails mean the same as long as this is the same. */
  readonly uidValidity: number;
  /** Every mail up to this number was handed on; 0: none. */
  readonly lastUid: number;
}

/** A folder as it stands. */
export interface FolderState {
  readonly uidValidity: number;
  /** The number that the next mail gets. */
  readonly uidNext: number;
}

/** What is known of a folder, and where reading goes on in it. */
export type Found =
  | { readonly kind: 'known'; readonly position: Position }
  | { readonly kind: 'first'; readonly position: Position }
  /** The numbers mean other mails now: reading goes on with the last ones, which whoever takes them knows by their hash. */
  | {
      readonly kind: 'renumbered';
      readonly position: Position;
      /** The number of the last mail that was there when the new numbers were seen; 0: none. */
      readonly upto: number;
    };

/** Opens the folder and says where reading goes on. */
export async function findPosition(
  connection: Connection,
  config: MailboxConfig,
  stored: Position | null,
  readAgain: number,
): Promise<Found> {
  const { uidNext, uidValidity } = await folderState(connection, config.folder);
  if (stored === null) {
    const lastUid = config.from === 'start' ? 0 : uidNext - 1;
    return { kind: 'first', position: { uidValidity, lastUid } };
  }
  // A server that was put back to an older state gives numbers again that were given before.
  if (stored.uidValidity === uidValidity && stored.lastUid < uidNext)
    return { kind: 'known', position: stored };
  const uids = await uidsAfter(connection, 0);
  return {
    kind: 'renumbered',
    position: { uidValidity, lastUid: uids.at(-readAgain - 1) ?? 0 },
    // As the folder says it, whatever the search found.
    upto: uidNext - 1,
  };
}

/** The numbers of the mails behind one, in order. */
export async function uidsAfter(connection: Connection, uid: number): Promise<readonly number[]> {
  const found = await connection.run('looking for mails', (client) =>
    client.search({ uid: `${uid + 1}:*` }, { uid: true }),
  );
  if (!Array.isArray(found)) throw connection.failure('looking for mails');
  // `n:*` names the last mail also where its number is below n.
  return found.filter((one) => one > uid).toSorted((a, b) => a - b);
}

async function folderState(connection: Connection, folder: string): Promise<FolderState> {
  const box = await connection.examine(folder);
  const uidValidity = Number(box.uidValidity ?? 0);
  // A server that does not say which number is next has the last one.
  const uidNext = box.uidNext ?? ((await uidsAfter(connection, 0)).at(-1) ?? 0) + 1;
  return { uidValidity, uidNext };
}
