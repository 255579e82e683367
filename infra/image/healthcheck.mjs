// Asks the worker of this container whether its loops make progress and it is ready. Exit code 0: both; 1: not.
import process from 'node:process';

const at = `http://127.0.0.1:${process.env.SALIENCE_HEALTH_PORT}`;
try {
  for (const path of ['/health', '/ready']) {
    const answer = await fetch(at + path, { signal: AbortSignal.timeout(4_000) });
    const said = await answer.text();
    // What is printed here is what `docker inspect` shows.
    process.stdout.write(`${path} ${answer.status} ${said}\n`);
    if (!answer.ok) process.exitCode = 1;
  }
} catch (error) {
  process.stdout.write(`${at} does not answer: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
