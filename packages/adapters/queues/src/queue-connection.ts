/** Where jobs, live events and signals are stored. */
export type QueueConnection =
  | {
      readonly backend: 'redis';
      /** `redis://` or `rediss://` address. */
      readonly url: string;
      /** Keeps two installations on one server apart; letters, digits, `-` and `_`. Default `salience`. */
      readonly prefix?: string;
    }
  | {
      readonly backend: 'postgres';
      /** `postgres://` address of a direct connection: LISTEN does not pass through a pooler. */
      readonly url: string;
      /** Keeps two installations in one database apart; letters, digits, `-` and `_`. Default none. */
      readonly prefix?: string;
    };

/** The part of a logger that this package needs. Objects hold ids and codes, never content. */
export interface QueueLog {
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
  error(obj: object, msg: string): void;
}

/** A log that writes nothing. Errors still surface through rejections and events. */
export const silentLog: QueueLog = { info: () => {}, warn: () => {}, error: () => {} };
