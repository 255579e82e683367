import type { RoomStream, SwitchboardLimits } from '@salience/switchboard';

/** What sockets need besides what the server has. */
export interface SwitchboardSettings {
  /** Opens Redis for the adapter where queues run on it. */
  readonly stream?: () => RoomStream;
  readonly limits?: Partial<SwitchboardLimits>;
}
