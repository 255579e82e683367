import process from 'node:process';
import { createInterface } from 'node:readline/promises';

/** Asks at the terminal, on standard error. True for y or yes; anything else, and Ctrl-C and Ctrl-D, is a no. */
export async function askYes(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    return false;
  } finally {
    reader.close();
  }
}
