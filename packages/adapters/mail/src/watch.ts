import { isSalienceError } from '@salience/errors';
import type { MailboxConfig } from './config.ts';
import type { Connection } from './connection.ts';
import { fetchMail, type MailPlace, unfetchable } from './fetch-mail.ts';
import type { MailLog } from './mail-log.ts';
import { newsOf } from './news.ts';
import { findPosition, type Position, uidsAfter } from './position.ts';
import type { InboundMail } from './read/inbound-mail.ts';
import { readMail } from './read/read-mail.ts';
import { giveUntilTaken, type TakeLimits } from './take.ts';

/** What becomes of the mails. An error of any of these ends the watch, but for retryable ones of `take`. */
export interface MailHandlers {
  /** How far the folder was read; null: never. Asked before each look into the folder. */
  position(): Promise<Position | null>;
  /** The first look: reading begins behind this position. Resolves when that is stored. */
  anchored(position: Position): Promise<void>;
  /**
   * The server has given its mails new numbers. Reading goes on behind `now`, with the last 1,000 mails at most, most of which were handed on
   * before under other numbers: they are known by their hash. The mails up to the number `upto` were there already. Resolves when both are
   * stored.
   */
  renumbered(now: Position, upto: number): Promise<void>;
  /**
   * Takes a mail. Resolves with `taken` when it is stored together with the position; with `later`, or with an error of kind `retryable`, if it
   * is to be given again after a pause, before all others.
   */
  take(mail: InboundMail, position: Position): Promise<'taken' | 'later'>;
}

/** How a folder is watched. */
export interface WatchLimits extends TakeLimits {
  /** From one look into the folder to the next if the server says nothing, in milliseconds. */
  readonly pollMs: number;
  /** The largest mail that is read whole, in bytes. */
  readonly maxBytes: number;
  /** Mails that are read again after the server gave new numbers. */
  readonly readAgain: number;
}

/** Watches a folder over one connection, until that ends or the caller goes. */
export type Watch = (connection: Connection, handlers: MailHandlers, signal: AbortSignal) => Promise<void>;

/** Makes what watches a folder over one connection after the other. It remembers which mails the server could not give. */
export function createWatch(config: MailboxConfig, limits: WatchLimits, log: MailLog): Watch {
  const read = createReader(config, limits, log);
  return async (connection, handlers, signal) => {
    const news = newsOf(connection, signal);
    try {
      while (!signal.aborted) {
        news.forget();
        let position = await positionIn(connection, handlers, config, limits, log);
        for (const uid of await uidsAfter(connection, position.lastUid)) {
          const mail = await read(connection, {
            mailbox: config.name,
            uidValidity: position.uidValidity,
            uid,
          });
          position = { ...position, lastUid: uid };
          // One that is gone leaves nothing to be stored; the position of the next goes past it.
          if (mail !== undefined) {
            const at = position;
            await giveUntilTaken(() => handlers.take(mail, at), connection, limits, signal);
          }
          if (signal.aborted) return;
        }
        await news.wait(limits.pollMs);
      }
    } finally {
      news.end();
    }
  };
}

/** Where reading goes on, once the handlers know. */
async function positionIn(
  connection: Connection,
  handlers: MailHandlers,
  config: MailboxConfig,
  limits: WatchLimits,
  log: MailLog,
): Promise<Position> {
  const stored = await handlers.position();
  const found = await findPosition(connection, config, stored, limits.readAgain);
  if (stored === null) await handlers.anchored(found.position);
  else if (found.kind === 'renumbered') {
    const { position, upto } = found;
    log.warn(
      { mailbox: config.name, old: stored, now: position },
      'the mail server has given its mails new numbers',
    );
    await handlers.renumbered(position, upto);
  }
  return found.position;
}

/** How often the server may fail to give a mail before the others come first. */
const refusalsMax = 5;

type Read = (connection: Connection, place: MailPlace) => Promise<InboundMail | undefined>;

/**
 * Reads a mail; undefined if it is gone. One that the server was asked for five times, and each time said no or answered with what is no
 * IMAP, is given without its content, so that it does not stand before the others for ever. A connection that ends does not count.
 */
function createReader(config: MailboxConfig, { maxBytes }: WatchLimits, log: MailLog): Read {
  const refusals = new Map<string, number>();
  return async (connection, place) => {
    const key = `${place.uidValidity}:${place.uid}`;
    try {
      const fetched = await fetchMail(connection, place, maxBytes);
      refusals.delete(key);
      return fetched && (await readMail(fetched));
    } catch (error) {
      if (!isSalienceError(error) || error.data['refused'] !== true) throw error;
      const times = (refusals.get(key) ?? 0) + 1;
      refusals.set(key, times);
      if (times < refusalsMax) throw error;
      refusals.delete(key);
      log.warn(
        { mailbox: config.name, uid: place.uid },
        'the mail server cannot give a mail; it is handed on empty',
      );
      return await readMail(unfetchable(place));
    }
  };
}
