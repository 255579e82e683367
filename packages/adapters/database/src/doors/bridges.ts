/** Bridges that agents listen to, what is owed to their channels, and whom raised hands are told to. */
export type {
  BridgeSettings,
  ClaimedBridge,
  DueBridgeReply,
  ShownBridge,
} from '../queries/bridges.ts';
export {
  beginBridgeReply,
  claimBridges,
  dueBridgeReplies,
  lastOfBridgeChannel,
  loadBridge,
  noteBridge,
  noteBridgeChannel,
  removeBridge,
  setBridge,
  settleBridgeReply,
} from '../queries/bridges.ts';
export type { ClaimedHandDelivery } from '../queries/hand-deliveries.ts';
export { claimHandDeliveries, settleHandDelivery } from '../queries/hand-deliveries.ts';
