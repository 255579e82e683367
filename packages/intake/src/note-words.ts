/** What was noticed about a message that whoever decides about it should know: one plain sentence each. */
const sentences: Readonly<Record<string, string>> = {
  'name-of-another': 'It has the name of somebody whom I know, and another address.',
  'address-like-another': 'Its address looks like one that I know, and is another.',
  'look-alike': 'Its address is written with letters that look like others.',
  'address-in-name': 'The name of its sender holds an address that is not the sender’s.',
  'reply-to-differs': 'An answer to it would go to another address than its sender’s.',
  'hidden-text': 'It holds words that nobody sees; they are left out.',
  'parts-differ': 'Its plain text says something else than what is shown of it.',
  'not-addressed': 'It is not addressed to the mailbox that it came to.',
  'several-senders': 'It names several senders.',
  'no-sender': 'It names no sender.',
  'unreadable-sender': 'Its sender cannot be read.',
  'several-results': 'What is said about its sender contradicts itself.',
  'unreadable-results': 'What is said about its sender cannot be read.',
  'by-arc': 'Its own signature is broken; a relay vouches for it.',
  encrypted: 'It is encrypted, and not read.',
  'styles-too-complex': 'Its formatted part was not read.',
  cut: 'It was read only in part.',
  'auto-submitted': 'A program sent it.',
};

/** Notes of the evidence in plain words. Nothing in them comes from the message. */
export function notesInWords(notes: readonly string[]): string[] {
  return notes.flatMap((note) => sentences[note] ?? []);
}
