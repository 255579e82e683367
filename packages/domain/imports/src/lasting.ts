/** A statement with the day on which it ceased to hold, in the words in which memory marks such an end. `until` is in milliseconds since 1970. */
export function lasting(text: string, until: number | null): string {
  return until === null ? text : `${text} (until ${new Date(until).toISOString().slice(0, 10)})`;
}
