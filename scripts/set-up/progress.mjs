// What the user sees while things are set up. All of it goes to standard error: standard output is the program's.

/** Prints one line. */
export function say(line) {
  process.stderr.write(`salience: ${line}\n`);
}

/** A step that takes longer than this says from time to time that it goes on. */
const SIGN_OF_LIFE_MS = 15_000;

/** Runs one step with a line before it and one, with the time it took, after it. */
export async function step(name, work) {
  say(`${name} …`);
  const began = process.hrtime.bigint();
  const seconds = () => Number(process.hrtime.bigint() - began) / 1e9;
  const timer = setInterval(() => say(`… still at it after ${seconds().toFixed(0)} s`), SIGN_OF_LIFE_MS);
  try {
    const result = await work();
    say(`${name}: done (${seconds().toFixed(1)} s)`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
