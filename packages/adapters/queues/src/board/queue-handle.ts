/** A queue of BullMQ that only this room may look into. */
export interface QueueHandle {
  /** The name in the contracts. */
  readonly name: string;
  /** BullMQ's own queue object. */
  readonly bull: unknown;
}
