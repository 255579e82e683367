import type { FoundMemory, Snapshot, WrittenRow } from '@salience/database/recall';

/** Bytes of an item beside its texts: its fields, ids and places in the lists. */
const itemBytes = 900;

interface Held {
  readonly item: FoundMemory;
  /** It is at least as new as this. */
  readonly snapshot: Snapshot;
  readonly bytes: number;
}

/** Contents that are being loaded. */
export interface ContentsLoad {
  /** Holds what was loaded, as of a snapshot, except for what was written after it; up to so many bytes in all. */
  keep(items: Iterable<FoundMemory>, snapshot: Snapshot, bytesMax: number): void;
  /** What was written after a snapshot and was read meanwhile. */
  after(snapshot: Snapshot): WrittenRow[];
  /** To be called in any case. */
  end(): void;
}

/**
 * What was loaded of an agent's memories lately, so that it is not loaded again; what was used least recently goes first. A row that was
 * written since an item was loaded takes the item out. When an item was used last is not held, nor are concepts, which
 * show what mentions them, and thoughts, which have the topic of an episode.
 */
export class FoundContents {
  /** In order of use, least recent first. */
  readonly #held = new Map<string, Held>();
  /** What was written while something was being loaded, for each load. */
  readonly #loads = new Set<WrittenRow[]>();
  #bytes = 0;

  /** About how many bytes it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An item as it was loaded; undefined if it must be loaded. */
  get(id: string): FoundMemory | undefined {
    const held = this.#held.get(id);
    if (held === undefined) return undefined;
    this.#held.delete(id);
    this.#held.set(id, held);
    return held.item;
  }

  /** Adds what was missing of an item, if it is still held. It stays as old as it was. */
  fill(id: string, missing: Partial<FoundMemory> | undefined): void {
    const held = this.#held.get(id);
    if (held !== undefined && missing !== undefined) this.#put({ ...held.item, ...missing }, held.snapshot);
  }

  /** Begins to load. To be called before the question leaves, so that nothing written meanwhile is missed. */
  load(): ContentsLoad {
    const written: WrittenRow[] = [];
    this.#loads.add(written);
    const after = (snapshot: Snapshot): WrittenRow[] => written.filter(({ xid }) => !snapshot.sees(xid));
    return {
      after,
      keep: (items, snapshot, bytesMax) => {
        const outdated = new Set(after(snapshot).map(({ id }) => id));
        for (const item of items) if (isHeld(item) && !outdated.has(item.id)) this.#put(item, snapshot);
        for (const id of this.#held.keys()) {
          if (this.#bytes <= bytesMax) break;
          this.#remove(id);
        }
      },
      end: () => void this.#loads.delete(written),
    };
  }

  /** Takes out what was written after it was loaded. Rows that were seen before may come again. */
  note(written: readonly WrittenRow[]): void {
    for (const { id, xid } of written) if (this.#held.get(id)?.snapshot.sees(xid) === false) this.#remove(id);
    for (const load of this.#loads) for (const row of written) load.push(row);
  }

  #put(item: FoundMemory, snapshot: Snapshot): void {
    this.#remove(item.id);
    const bytes = itemBytes + bytesOf(item.text) + bytesOf(item.reply ?? '') + 64 * (item.names?.length ?? 0);
    this.#held.set(item.id, { item, snapshot, bytes });
    this.#bytes += bytes;
  }

  #remove(id: string): void {
    this.#bytes -= this.#held.get(id)?.bytes ?? 0;
    this.#held.delete(id);
  }
}

/** A fact that was asked for stays out too: this question may be the only one that asks for it. */
function isHeld({ asked, kind }: FoundMemory): boolean {
  return kind !== 'concept' && kind !== 'thought' && asked !== true;
}

/** Strings take one byte a character, or two if one of them is beyond Latin-1. */
function bytesOf(text: string): number {
  return text.length * (/[\u0100-\u{10ffff}]/u.test(text) ? 2 : 1);
}
