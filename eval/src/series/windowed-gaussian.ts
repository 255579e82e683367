const windowSize = 6_400;
const stepSize = 100;

/** The scores of NAB's reference "windowed Gaussian": one minus the tail of a normal distribution with mean and deviation of up to 6,400 values, moved by 100. */
export function windowedGaussian(values: readonly number[]): number[] {
  const scores: number[] = [];
  let window: number[] = [];
  let waiting: number[] = [];
  let [sum, squares] = [0, 0];
  let [mean, deviation] = [0, 1];
  const settle = () => {
    mean = sum / window.length;
    deviation = Math.sqrt(Math.max(0, squares / window.length - mean * mean)) || 1e-6;
  };
  for (const given of values) {
    const value = Number.isFinite(given) ? given : mean;
    scores.push(window.length === 0 ? 0 : 1 - tail(Math.abs(value - mean) / deviation));
    if (window.length < windowSize) {
      window.push(value);
      sum += value;
      squares += value * value;
      settle();
      continue;
    }
    waiting.push(value);
    if (waiting.length < stepSize) continue;
    window = [...window.slice(stepSize), ...waiting];
    waiting = [];
    sum = window.reduce((total, one) => total + one, 0);
    squares = window.reduce((total, one) => total + one * one, 0);
    settle();
  }
  return scores;
}

/** The upper tail of the normal distribution from so many deviations on (Numerical Recipes' erfcc, relative error below 1.2e-7). */
function tail(deviations: number): number {
  const z = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.5 * z);
  const series = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
    1.00002368, -1.26551223,
  ];
  const exponent = series.reduce((sum, coefficient) => sum * t + coefficient, 0);
  return 0.5 * t * Math.exp(-z * z + exponent);
}
