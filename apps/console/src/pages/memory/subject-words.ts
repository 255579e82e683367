/** The name under which memory keeps the owner. */
const owner = 'user';

/** Who or what a statement or a concept is of, as people say it. */
export function subjectWords(name: string): string {
  return name === owner ? 'the owner' : name;
}

const verbs =
  /^(?:lives|likes|dislikes|loves|hates|prefers|works|is|are|was|has|owns|speaks|plays|drives|studies|knows|wants|needs|uses|runs|moved|made|makes)\b/;
const afterIs = /^(?:born|allergic|married|from|part|(?:\w+ )?of$)|\b(?:of|to|in|at|on|with|for)$/;

/** What connects two concepts, or what a statement says: "relative-of" is "is relative of". */
export function relationWords(key: string): string {
  const words = key
    .replace(/:.*$/, '')
    .replaceAll(/[_-]/g, ' ')
    .replace(/^relative of$/, 'a relative of');
  return !verbs.test(words) && afterIs.test(words) ? `is ${words}` : words;
}

/** A statement as a sentence without its end: "the owner lives in Porto", "the owner’s favourite tea: genmaicha". */
export function statementWords({
  subject,
  key,
  value,
}: {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
}): string {
  const [who, what, says] = [subjectWords(subject), relationWords(key), subjectWords(value)];
  return verbs.test(what) ? `${who} ${what} ${says}` : `${who}’s ${what}: ${says}`;
}
