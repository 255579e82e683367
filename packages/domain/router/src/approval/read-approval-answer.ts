import { type PhraseSet, phraseSet } from '../cues/phrase-set.ts';
import { readText } from '../cues/read-text.ts';
import { approvalWords } from './approval-words.ts';

/** A message's answer to an open approval. */
export type ApprovalWord = 'approve' | 'refuse' | 'edit';

/** Longer messages say more than an answer, whatever they begin with. */
const longestAnswer = 10;
const longestChange = 40;

interface AnswerTables {
  readonly approve: PhraseSet;
  readonly refuse: PhraseSet;
  readonly change: PhraseSet;
  readonly courtesy: PhraseSet;
}

const tables: readonly AnswerTables[] = approvalWords.map((words) => ({
  approve: phraseSet(words.approve.split('|')),
  refuse: phraseSet(words.refuse.split('|')),
  change: phraseSet(words.change.split('|')),
  courtesy: phraseSet(words.courtesy.split('|')),
}));

interface Reading {
  readonly approves: boolean;
  readonly refuses: boolean;
  /** Tokens that were understood as answer or courtesy before the first that was not. */
  readonly end: number;
}

/** Reads answers and courtesies from the start until something else comes; the longest phrase wins. */
function readAnswer(tokens: readonly string[], table: AnswerTables): Reading {
  let approves = false;
  let refuses = false;
  let at = 0;
  while (at < tokens.length) {
    const yes = table.approve.matchAt(tokens, at);
    const no = table.refuse.matchAt(tokens, at);
    const step = Math.max(yes, no, table.courtesy.matchAt(tokens, at));
    if (step === 0) break;
    if (no > 0 && no === step) refuses = true;
    else if (yes > 0 && yes === step) approves = true;
    at += step;
  }
  return { approves, refuses, end: at };
}

function answerIn(tokens: readonly string[], table: AnswerTables): ApprovalWord | null {
  const { approves, refuses, end } = readAnswer(tokens, table);
  const whole = end === tokens.length;
  if (whole && tokens.length <= longestAnswer && approves !== refuses) return approves ? 'approve' : 'refuse';
  // "Yes, but at five", "make it two": something else is wanted, and nothing is approved by it.
  const changes = table.change.matchAt(tokens, end);
  const saysWhat = changes > 0 && end + changes < tokens.length;
  return saysWhat && (approves || refuses) ? 'edit' : null;
}

/** The text before new arguments: a yes, or a word that asks to change them, and nothing else. */
function readChange(before: string): ApprovalWord | null {
  const { tokens, questionMark } = readText(before);
  if (questionMark || tokens.length === 0 || tokens.length > longestAnswer) return null;
  const understood = tables.some((table) => {
    const { end, approves } = readAnswer(tokens, table);
    let at = end;
    let changes = false;
    for (let step = table.change.matchAt(tokens, at); step > 0; step = table.change.matchAt(tokens, at)) {
      changes = true;
      at += step;
    }
    return at === tokens.length && (approves || changes);
  });
  return understood ? 'edit' : null;
}

/**
 * Reads a message as the answer to an open request for a yes, in six languages. Careful: only a short message that says
 * yes or no and nothing else approves or refuses; one that says both, asks something or only says "ok" does neither (null).
 * "Yes, but …" is an edit: the person wants something else, and nothing is approved by it; so is a yes, or a word like
 * "edit", before new arguments in braces.
 */
export function readApprovalAnswer(text: string): ApprovalWord | null {
  const brace = text.indexOf('{');
  if (brace >= 0) return text.trimEnd().endsWith('}') ? readChange(text.slice(0, brace)) : null;
  const read = readText(text);
  if (read.questionMark || read.tokens.length === 0 || read.tokens.length > longestChange) return null;
  const answers = new Set(tables.map((table) => answerIn(read.tokens, table)).filter((one) => one !== null));
  // Languages that read the same words differently leave a doubt, and a doubt is no answer.
  return answers.size === 1 ? ([...answers][0] as ApprovalWord) : null;
}

/** True for a text that says yes or ok and nothing else, in six languages: so a question is answered, not an approval given. */
export function agrees(text: string): boolean {
  const { questionMark, tokens } = readText(text);
  if (questionMark || tokens.length === 0 || tokens.length > longestAnswer) return false;
  return tables.some((table) => {
    const { approves, end, refuses } = readAnswer(tokens, table);
    return end === tokens.length && !refuses && (approves || okays.has(tokens[0] ?? ''));
  });
}

const okays: ReadonlySet<string> = new Set(['ok', 'okay', 'vale']);
