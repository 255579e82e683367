import { seededRandom } from '../random.ts';

/** A source of draws that depends on the seed and on what it is for, and on nothing else. */
export function drawsFor(seed: number, ...what: readonly (string | number)[]): () => number {
  // FNV-1a over the words, a separator after each.
  let hash = 0x811c9dc5;
  for (const char of [seed, ...what].map((part) => `${part}\u0000`).join(''))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const random = seededRandom(hash);
  // The first draw of seeds that are alike is alike.
  random();
  return random;
}

/** One of the names, as often as its weight says. Throws a RangeError when nothing has weight. */
export function weighted<Name extends string>(
  random: () => number,
  weights: Readonly<Partial<Record<Name, number>>>,
): Name {
  const entries = (Object.entries(weights) as [Name, number][]).filter(([, weight]) => weight > 0);
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  const last = entries.at(-1);
  if (last === undefined) throw new RangeError('Nothing to draw from: no name has a weight above 0.');
  return last[0];
}

/** The places 0..count−1 in an order that `random` decides. */
export function shuffledPlaces(random: () => number, count: number): number[] {
  const places = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [places[at], places[other]] = [places[other] as number, places[at] as number];
  }
  return places;
}
