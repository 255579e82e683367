/** Wall time as epoch milliseconds: those at which a clock in UTC would show it. */
export type Wall = number;

const form = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?$/u;

/** The wall time of `2026-11-23T09:00`, with or without seconds. Undefined for anything else, and for a day that no calendar has. */
export function readWall(text: string): Wall | undefined {
  const [, day = '', time = '', seconds = '00'] = form.exec(text.trim()) ?? [];
  const at = Date.parse(`${day}T${time}:${seconds}Z`);
  // The 30th of February would become a day in March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : at;
}

/** A wall time as it is stored and shown: `2026-11-23T09:00:00`. */
export function wallText(wall: Wall): string {
  return new Date(wall).toISOString().slice(0, 19);
}
