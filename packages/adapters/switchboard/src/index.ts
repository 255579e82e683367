export { bridgeMessageOf, channelIdOf } from './bridge-events.ts';
export { readClientScript } from './client-script.ts';
export type { RoomSignals, RoomStream } from './fan-out.ts';
export type {
  AdmittedVisitor,
  Meant,
  Place,
  RoomsPort,
  Visitor,
  Written,
} from './rooms-port.ts';
export { createSwitchboard, opensSocket, type Switchboard } from './switchboard.ts';
export type { SwitchboardLimits } from './switchboard-limits.ts';
