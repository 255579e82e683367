import { readMcpJournal } from '@salience/testing';
import type { SeenEffect } from '@salience/testing/authorised';
import type { World } from './world.ts';

/** What the tool server saw happen, over all processes that called it. */
export function effectsOf({ toolServer }: World): SeenEffect[] {
  return readMcpJournal(toolServer.journal).flatMap(({ arguments: args, key = '', what }) =>
    what === 'effect' ? [{ key, text: String(args?.['text']) }] : [],
  );
}
