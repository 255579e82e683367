/** A mean and where it lies with 95 % confidence. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const rounds = 10_000;

/**
 * The mean of paired differences and its percentile interval over resampled questions. The generator has a fixed seed, so the same
 * differences give the same interval. All NaN without differences.
 */
export function pairedBootstrap(differences: readonly number[], seed = 1): Interval {
  const size = differences.length;
  const values = Float64Array.from(differences);
  const random = generator(seed);
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (let drawn = 0; drawn < size; drawn += 1) sum += values[Math.floor(random() * size)] as number;
    means[round] = sum / size;
  }
  means.sort();
  const at = (share: number) => means[Math.floor(share * rounds)] as number;
  return { mean: values.reduce((sum, value) => sum + value, 0) / size, low: at(0.025), high: at(0.975) };
}

/** Numbers in [0, 1) by xorshift. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}
