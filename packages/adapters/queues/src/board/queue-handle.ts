/** A BullMQ queue. Only this package may use what is inside. */
export interface QueueHandle {
  /** The name in the contracts. */
  readonly name: string;
  /** BullMQ's own queue object. */
  readonly bull: unknown;
}
