import { colour, duration, table } from '../terminal.ts';
import type { Explanation } from './explanation.ts';

type Bag = Readonly<Record<string, unknown>>;

const NUMBERS_SHOWN = 24;

/** An explanation as text: what was said, what it deserved and why, how long it took, what was remembered. */
export function renderExplanation(explanation: Explanation): string {
  const decision = bag(explanation.decision);
  return [
    said(bag(explanation.turn) ?? {}),
    ...(decision === undefined ? ['No decision was made: the turn has not been routed.'] : decided(decision)),
    ...timings(bag(explanation.timings)),
    ...remembered(bag(explanation.memory)),
    ...takenOver(explanation.takeovers ?? []),
  ].join('\n');
}

function said(turn: Bag): string {
  const reply = bag(turn['reply']);
  const error = bag(turn['error']);
  const lines = [
    heading(`${text(turn['id'] ?? field(turn, 'turnId'))} · ${text(turn['state'])}`),
    `  ${text(turn['speaker'] ?? 'said')}: ${text(turn['text'])}`,
  ];
  if (reply !== undefined) {
    lines.push(`  reply: ${text(reply['text'])}`);
    lines.push(colour.dim(`  topic ${text(reply['topic'])}, model ${text(reply['model'])}`));
    for (const citation of list(reply['citations']))
      lines.push(
        colour.dim(`  rests on ${text(field(citation, 'exchangeId'))}: “${text(citation['quote'])}”`),
      );
  }
  if (error !== undefined) lines.push(colour.red(`  ${text(error['message'])} (${text(error['code'])})`));
  return lines.join('\n');
}

function decided(decision: Bag): string[] {
  const [initial, terminal] = [text(field(decision, 'modeInitial')), text(field(decision, 'modeTerminal'))];
  const scores = numbers(decision['scores']);
  const signals = numbers(decision['signals']).filter(([, value]) => value !== 0);
  const tiebreak = bag(decision['tiebreak']);
  const policy = `${text(field(decision, 'policyName'))} ${text(field(decision, 'policyVersion'))}`;
  return [
    heading(`Mode ${initial === terminal ? terminal : `${initial}, then ${terminal}`}`),
    colour.dim(
      `  policy ${policy}, confidence ${figure(decision['confidence'])}, margin ${figure(decision['margin'])} of ${figure(field(decision, 'effectiveMargin'))}`,
    ),
    ...(tiebreak === undefined
      ? []
      : [`  tie-break: ${text(tiebreak['choice'])} (${text(tiebreak['reason'])})`]),
    indent(
      table(
        ['mode', 'score'],
        scores.sort((a, b) => b[1] - a[1]).map(([name, value]) => [name, figure(value)]),
      ),
    ),
    heading('Signals that were not zero'),
    indent(
      table(
        ['signal', 'value'],
        signals.slice(0, NUMBERS_SHOWN).map(([name, value]) => [name, figure(value)]),
      ),
    ),
    ...(signals.length > NUMBERS_SHOWN
      ? [colour.dim(`  and ${signals.length - NUMBERS_SHOWN} more, see --json`)]
      : []),
  ];
}

function timings(measured: Bag | undefined): string[] {
  if (measured === undefined) return [];
  const stages = numbers(measured).map(([name, ms]) => `${name} ${duration(ms)}`);
  return stages.length === 0 ? [] : [heading('Timings'), `  ${stages.join(', ')}`];
}

function remembered(memory: Bag | undefined): string[] {
  if (memory === undefined) return [heading('Memory'), '  nothing yet'];
  const facts = list(memory['facts']).map(
    (fact) =>
      `  fact: ${text(fact['subject'])} · ${text(fact['key'])} = ${text(fact['value'])} (${figure(fact['confidence'])})`,
  );
  const gists = list(memory['gists']).map(
    (gist) => `  ${text(gist['type'])}: ${text(gist['content'])} (${figure(gist['confidence'])})`,
  );
  const episode = bag(memory['episode']);
  const state = text(field(memory, 'chunkState'));
  const error = field(memory, 'chunkError');
  return [
    heading(`Memory of ${text(field(memory, 'exchangeId'))}`),
    colour.dim(`  chunk ${state}${typeof error === 'string' ? `: ${error}` : ''}`),
    ...facts,
    ...gists,
    ...(episode === undefined
      ? []
      : [`  episode (${text(episode['reason'])}): ${text(episode['gist'] ?? episode['state'])}`]),
  ];
}

function takenOver(takeovers: readonly Bag[]): string[] {
  if (takeovers.length === 0) return [];
  return [
    heading('Taken over'),
    ...takeovers.map(
      (one) =>
        `  at ${text(field(one, 'takenAt'))} from ${text(field(one, 'lostOwner'))}, fence ${text(one['fence'])}`,
    ),
  ];
}

/** A field under its own name or the API's spelling of it. */
function field(from: Bag, name: string): unknown {
  return from[name] ?? from[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

function bag(value: unknown): Bag | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : undefined;
}

function list(value: unknown): Bag[] {
  return Array.isArray(value) ? value.map(bag).filter((one) => one !== undefined) : [];
}

function numbers(value: unknown): [string, number][] {
  return Object.entries(bag(value) ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '–';
}

function figure(value: unknown): string {
  return typeof value === 'number' ? `${Math.round(value * 1_000) / 1_000}` : '–';
}

function heading(line: string): string {
  return colour.bold(line);
}

function indent(lines: string): string {
  return lines.replaceAll(/^/gm, '  ');
}
