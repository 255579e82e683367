/**
 * A statement with the days from and until which it holds, as far as they are given: "(until 2026-03-05)", as memory marks an end. Times in
 * milliseconds since 1970.
 */
export function lasting(text: string, since: number | null, until: number | null): string {
  const bounds = [...bound('since', since), ...bound('until', until)].join(', ');
  return bounds === '' ? text : `${text} (${bounds})`;
}

function bound(word: string, at: number | null): string[] {
  return at === null ? [] : [`${word} ${new Date(at).toISOString().slice(0, 10)}`];
}
