import { createHash } from 'node:crypto';
import type { Database } from '@salience/database';
import { type HookDoor as Hook, hookDoor, refuseInbound } from '@salience/database/inlets';
import { messageOf } from '@salience/errors';
import type { Logger, Metrics } from '@salience/telemetry';
import type { Request } from 'express';
import { KeyLookups } from '../http/key-lookups.ts';
import { addressOf } from '../http/stranger-line.ts';

/** Who sent what was turned away before its signature held. No hook has such a name, so it takes no place of an honest sender. */
const unproven = '(unproven)';
/** Refusals that a process writes in a minute; more are only counted. */
const notesPerMinute = 120;
const minuteMs = 60_000;

/** A message of a hook that was turned away. */
export interface Refusal {
  readonly reason: string;
  /** Its signature held, so it is the sender of the hook. */
  readonly signed: boolean;
  /** SHA-256 of the body, hex; null of one that was not read. */
  readonly contentHash: string | null;
  readonly now: Date;
}

/** What the door needs. */
export interface HookDoorOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'inbound'>;
}

/** Finds the hook that a request names, and notes what was turned away at it. Unknown ids wait in a line of their own, as unknown keys do. */
export class HookDoor {
  readonly #options: HookDoorOptions;
  /** Never believed: a secret that was changed, or a hook that was paused, counts at once on every replica. */
  readonly #hooks = new KeyLookups<Hook>(0);
  #noted = 0;
  /** Since when they are counted. */
  #since = Number.NEGATIVE_INFINITY;

  constructor(options: HookDoorOptions) {
    this.#options = options;
  }

  /** The hook with this id; undefined for one that is unknown or removed. Throws 429 where too many unknown ids wait. */
  find(request: Request, id: string, now: Date): Promise<Hook | undefined> {
    const hash = createHash('sha256').update(id).digest('hex');
    const load = async () => (await hookDoor(this.#options.db, id, now)) ?? undefined;
    return this.#hooks.find(hash, addressOf(request), load);
  }

  /** Notes a message that was turned away, as a row where a flood has not used up those of this minute. Never rejects: it was turned away anyway. */
  async refuse(hook: Hook, { contentHash, now, reason, signed }: Refusal): Promise<void> {
    const { db, log, metrics } = this.#options;
    metrics.inbound.inc({ inlet: 'hook', authorisation: 'reject', reason });
    if (!this.#mayNote()) return;
    try {
      await refuseInbound(db, {
        agentId: hook.agentId,
        source: `hook:${hook.id}`,
        sender: signed ? hook.name : unproven,
        reason,
        authority: 'unknown',
        actionClass: hook.actionClass,
        contentHash,
        now,
      });
    } catch (error) {
      log.warn(
        { hookId: hook.id, reason, error: messageOf(error) },
        'a refused message of a hook was not noted',
      );
    }
  }

  #mayNote(): boolean {
    const now = performance.now();
    if (now - this.#since >= minuteMs) {
      this.#since = now;
      this.#noted = 0;
    }
    this.#noted += 1;
    return this.#noted <= notesPerMinute;
  }
}
