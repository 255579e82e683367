/** Reads each name once and keeps it; what could not be read is read again when it is asked for again. */
export function readOnce<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const reading = read(name);
    kept.set(name, reading);
    reading.catch(() => kept.delete(name));
    return reading;
  };
}
