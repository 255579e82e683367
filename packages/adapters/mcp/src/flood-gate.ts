/** Maximum unrequested messages of one connection within `windowMs`. */
const messagesMax = 1_000;
const windowMs = 10_000;

/** Counts what a server says unasked; shut for good after too much of it. */
export interface FloodGate {
  /** Counts one message; false when it was one too many. */
  pass(): boolean;
  isShut(): boolean;
}

/** Makes the gate of one connection: 1,000 messages in 10 s pass, such as notices of progress and of changed tools. */
export function createFloodGate(now: () => number = () => performance.now()): FloodGate {
  let began = Number.NEGATIVE_INFINITY;
  let passed = 0;
  let shut = false;
  return {
    pass() {
      const at = now();
      if (at - began > windowMs) {
        began = at;
        passed = 0;
      }
      passed += 1;
      shut ||= passed > messagesMax;
      return !shut;
    },
    isShut: () => shut,
  };
}
