import type { SocketRate } from './rate-limit.ts';

/** The limits of sockets. Times in milliseconds. */
export interface SwitchboardLimits {
  /** Sockets of this process. */
  readonly sockets: number;
  /** Sockets of one visitor, or of all guests together. */
  readonly socketsPerVisitor: number;
  /** Rooms that one socket may be in. */
  readonly roomsPerSocket: number;
  /** What waits for a client that does not read, in packets; with more the socket is closed. */
  readonly unread: number;
  readonly rate: SocketRate;
  /** How often rooms are looked at for events that no hint told. */
  readonly lookMs: number;
  /** How often presence is renewed and visitors are asked again whether they may stay. */
  readonly renewMs: number;
}

/** Limits above what honest clients need. */
export const defaultSwitchboardLimits: SwitchboardLimits = {
  sockets: 2_000,
  socketsPerVisitor: 200,
  roomsPerSocket: 100,
  unread: 5_000,
  rate: { burst: 60, perSecond: 20 },
  lookMs: 2_000,
  renewMs: 10_000,
};
