import type { Decision, Routing, TurnExplanationView } from '@salience/contracts';
import { localTime } from '@salience/language';
import { duration } from '@salience/supervisor/home';
import { colour, table } from '../terminal.ts';
import { renderContexts } from './render-contexts.ts';
import { renderSteps } from './render-steps.ts';

/** An explanation as text: what was said, what it deserved and why, what was done, what the models saw, how long it took, what was remembered. Times are of `zone`. */
export function renderExplanation(explanation: TurnExplanationView, zone: string): string {
  const { turn, decision, timings, memory, takeovers } = explanation;
  return [
    ...said(turn, explanation.reply_basis ?? null),
    ...(decision === null
      ? ['No decision was made: the turn has not been routed.']
      : decided(decision, explanation.calibration ?? null)),
    ...renderSteps(explanation.steps ?? []),
    ...renderContexts(explanation.contexts ?? []),
    ...measured(timings ?? {}),
    ...remembered(memory, zone),
    ...takenOver(takeovers, zone),
  ].join('\n');
}

function said(turn: TurnExplanationView['turn'], basis: TurnExplanationView['reply_basis']): string[] {
  const { reply, error } = turn;
  const lines = [heading(`${turn.turn_id} · ${turn.state}`), `  ${turn.speaker ?? 'said'}: ${turn.text}`];
  if (reply !== null) {
    lines.push(`  reply: ${reply.text}`);
    lines.push(colour.dim(`  topic ${reply.topic}, model ${reply.model}`));
    for (const { exchangeId, quote, support } of reply.citations)
      lines.push(
        colour.dim(
          `  rests on ${exchangeId}${support === undefined ? '' : ` (support ${figure(support)})`}: “${quote}”`,
        ),
      );
    lines.push(...relied(reply.reply_confidence ?? null, basis ?? null));
  }
  if (error !== null) lines.push(colour.red(`  ${error.message} (${error.code})`));
  return [...lines, ...related(turn)];
}

/** How far the reply can be relied on, and what made it so. */
function relied(
  confidence: number | null,
  basis: NonNullable<TurnExplanationView['reply_basis']> | null,
): string[] {
  if (confidence === null) return [];
  const made =
    basis === null
      ? 'what it rested on is no longer kept'
      : [
          `${figure(basis.ground)} without evidence`,
          `${figure(basis.supported)} with it`,
          ...(basis.least_action === null ? [] : [`least sure action ${figure(basis.least_action)}`]),
          `at most ${figure(basis.limit)} by its trust`,
        ].join(', ');
  return [colour.dim(`  confidence in the reply ${figure(confidence)}: ${made}`)];
}

/** The turns that this one belongs together with. */
function related(turn: TurnExplanationView['turn']): string[] {
  const { merged_into, merged = [], interrupted_by, parent_turn_id, child_turn_ids = [] } = turn;
  const lines = [
    merged_into && `  answered together with a later message: ${merged_into}`,
    merged.length > 0 && `  answers these too: ${merged.join(', ')}`,
    interrupted_by && `  interrupted by: ${interrupted_by}`,
    parent_turn_id && `  goes on from: ${parent_turn_id}`,
    child_turn_ids.length > 0 && `  goes on as: ${child_turn_ids.join(', ')}`,
  ];
  return lines
    .filter((line) => typeof line === 'string' && line !== '')
    .map((line) => colour.dim(line as string));
}

function decided(
  decision: Decision,
  calibration: NonNullable<TurnExplanationView['calibration']> | null,
): string[] {
  const { modeInitial, modeTerminal, reroute } = decision;
  return [
    heading(`Mode ${modeInitial === modeTerminal ? modeTerminal : `${modeInitial}, then ${modeTerminal}`}`),
    ...unasked(decision),
    ...(calibration === null
      ? []
      : [
          colour.dim(
            `  of decisions of this confidence ${Math.round(calibration.right * 100)} % are right (calibration ${calibration.version}, of ${calibration.decisions} decisions)`,
          ),
        ]),
    ...routed(decision),
    ...(reroute
      ? [heading(`Routed again after its actions: ${reroute.modeInitial}`), ...routed(reroute)]
      : []),
  ];
}

function unasked({ unmeasured = [] }: Decision): string[] {
  if (unmeasured.length === 0) return [];
  return [
    '  Memory was not asked: the text alone decided, whatever memory holds.',
    colour.dim(`  not measured: ${unmeasured.join(', ')}`),
  ];
}

/** Every number that a routing was made from; zeros weigh nothing and are left out. */
function routed(routing: Routing): string[] {
  const { policyName, policyVersion, confidence, margin, effectiveMargin, tiebreak } = routing;
  const scores = Object.entries(routing.scores).sort((a, b) => b[1] - a[1]);
  const signals = Object.entries(routing.signals).filter(([, value]) => value !== 0);
  return [
    colour.dim(
      `  policy ${policyName}@${policyVersion}, confidence ${figure(confidence)}, ` +
        `margin ${figure(margin)} of ${figure(effectiveMargin)}`,
    ),
    ...(tiebreak === null
      ? []
      : [
          `  tie-break: ${tiebreak.choice ?? 'no answer'} (${tiebreak.reason}), of ${tiebreak.candidates.join(' and ')}`,
        ]),
    figures('mode', 'score', scores),
    heading('Signals that were not zero'),
    figures('signal', 'value', signals),
  ];
}

function measured(timings: Readonly<Record<string, number>>): string[] {
  const stages = Object.entries(timings).map(([name, ms]) => `${name} ${duration(ms)}`);
  return stages.length === 0 ? [] : [heading('Timings'), `  ${stages.join(', ')}`];
}

function remembered(memory: TurnExplanationView['memory'], zone: string): string[] {
  if (memory === null) return [heading('Memory'), '  nothing yet'];
  const { chunk_state: state, chunk_error: error, episode } = memory;
  return [
    heading(`Memory of ${memory.exchange_id}`),
    colour.dim(`  chunk ${state}${error === null ? '' : `: ${error}`}`),
    ...memory.facts.map(
      (fact) => `  fact: ${fact.subject} · ${fact.key} = ${fact.value} (${figure(fact.confidence)})`,
    ),
    ...(memory.traits ?? []).map(
      ({ confidence, key, origin, person, prevailed, value }) =>
        `  ${origin} trait: ${person} · ${key} = ${value} (${figure(confidence)})${prevailed ? '' : ', outweighed'}`,
    ),
    ...labelled('scope', memory.scope),
    ...labelled('sentiment', memory.sentiment),
    ...memory.gists.map((gist) => `  ${gist.type}: ${gist.content} (${figure(gist.confidence)})`),
    ...(episode === null
      ? untoldWords(memory.untold, zone).map((words) => `  episode: ${words}`)
      : [`  episode (${episode.reason ?? 'to be told again'}): ${episode.gist ?? episode.state}`]),
  ];
}

/** What is to be said of an exchange that is in no episode yet. */
export function untoldWords(
  untold: NonNullable<TurnExplanationView['memory']>['untold'],
  zone: string,
): string[] {
  if (untold === null || untold === undefined) return [];
  const { due } = untold;
  if (untold.due_at === null) return ['not yet told; it waits for what follows it'];
  const at = localTime(untold.due_at, zone);
  return [due ? `due since ${at}, not yet told; the sweep takes it` : `not yet told, due at ${at}`];
}

function labelled(name: string, value: number | string | null | undefined): string[] {
  if (value === null || value === undefined) return [];
  return [`  ${name}: ${typeof value === 'number' ? figure(value) : value}`];
}

function takenOver(takeovers: TurnExplanationView['takeovers'], zone: string): string[] {
  if (takeovers.length === 0) return [];
  return [
    heading('Taken over'),
    ...takeovers.map(
      (one) => `  ${localTime(one.taken_at, zone)} from ${one.lost_owner}, fence ${one.fence}`,
    ),
  ];
}

function figures(of: string, measure: string, rows: readonly (readonly [string, number])[]): string {
  const cells = rows.map(([name, value]) => [name, figure(value)]);
  return table([of, measure], cells).replaceAll(/^/gm, '  ');
}

function figure(value: number): string {
  return `${Math.round(value * 1_000) / 1_000}`;
}

function heading(line: string): string {
  return colour.bold(line);
}
