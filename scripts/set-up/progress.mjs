// What the user sees while things are set up. All of it goes to standard error: standard output is the program's.

/** Prints one line. */
export function say(line) {
  process.stderr.write(`salience: ${line}\n`);
}

/** Runs one step with a line before it and one, with the time it took, after it. */
export async function step(name, work) {
  say(`${name} …`);
  const began = process.hrtime.bigint();
  const result = await work();
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  say(`${name}: done (${seconds.toFixed(1)} s)`);
  return result;
}
