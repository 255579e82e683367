/** A message of a conversation. */
export interface Said {
  readonly speaker: string;
  readonly text: string;
}

interface Line {
  readonly messages?: readonly {
    readonly speaker: string | null;
    readonly text: string;
    readonly system?: boolean;
  }[];
}

/** The messages of a set: JSON lines with `messages: [{speaker, text, system}]`, without those of the system. */
export function sayings(lines: string): Said[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => (JSON.parse(line) as Line).messages ?? [])
    .flatMap(({ speaker, system, text }) =>
      speaker === null || system === true || text.trim() === '' ? [] : [{ speaker, text }],
    );
}

/** A talk of our own, said over and over. */
export const ownSayings: readonly Said[] = [
  { speaker: 'Ana', text: 'The build is green again.' },
  { speaker: 'Bo', text: 'Which commit broke it?' },
  { speaker: 'Chen', text: 'No, I think that was the cache, not a commit.' },
  { speaker: 'Ana', text: 'What if we keep the cache for a day only?' },
  { speaker: 'Dara', text: 'ok' },
  { speaker: 'Emil', text: 'That is like the trouble we had with the mirror.' },
  { speaker: 'Bo', text: 'I disagree, the mirror was slow and this was wrong.' },
  { speaker: 'Chen', text: 'Let me look at the log.' },
  { speaker: 'Fatou', text: 'Does anybody know why the tests take so long?' },
  { speaker: 'Dara', text: 'thanks' },
];
