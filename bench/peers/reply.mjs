// What the model of every peer says: at once, about 200 characters, decided by the prompt alone. It names the number in
// the last message and how many messages came with it, so that a reply proves what was loaded.

/** The reply to `text` after `remembered` earlier messages. */
export function replyTo(text, remembered) {
  const number = /\d+/.exec(text)?.[0] ?? 'none';
  return `[${number}|${remembered}] With that in mind, this is what I make of it. `.padEnd(
    200,
    'And so on. ',
  );
}

/** What is wrong with a reply, or undefined. */
export function faultOf(reply, text, remembered) {
  const expected = replyTo(text, remembered);
  return reply === expected
    ? undefined
    : `expected ${expected.slice(0, 30)}, got ${String(reply).slice(0, 30)}`;
}
