import type {
  ActivationDetail,
  ActivationView,
  JudgementView,
  KeptEvent,
  ModuleView,
  SignalDetail,
  SimulationView,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { counted } from '@salience/supervisor/home';
import { oneLine } from '../memory/one-line.ts';
import { colour } from '../terminal.ts';

const placeChars = 80;
const questionChars = 400;

/** A number from 0 to 1 as it is shown. */
export function shownScore(score: number | null): string {
  return score === null ? '-' : score.toFixed(2);
}

/** Where the line of a module comes from. */
export function thresholdLine({ fingerprint, threshold }: ModuleView): string {
  if (threshold !== null) return `${threshold}, set by hand`;
  return `${fingerprint.default_threshold} declared, or what is learned`;
}

/** The sources that a module declares. */
export function sourcesLine({ fingerprint: { signal_priors: priors } }: ModuleView): string {
  return Object.keys(priors).toSorted().join(', ') || 'nothing';
}

/** A module for a person, whole. */
export function moduleLines(module: ModuleView, zone: string): string[] {
  const { breaker_until: breaker, fingerprint, last_wake_at: woke } = module;
  return [
    `${colour.bold(module.name)}  ${module.state}  ${colour.dim(`version ${oneLine(module.version, placeChars)}`)}`,
    `cluster    ${module.cluster}`,
    `asks       ${oneLine(fingerprint.question_template, questionChars)}`,
    `threshold  ${thresholdLine(module)}`,
    `pause      ${counted(fingerprint.cooldown_seconds, 'second')} between two wakes at least`,
    `last wake  ${woke === null ? 'never' : localTime(woke, zone)}`,
    ...(breaker === null
      ? []
      : [`held back  until ${localTime(breaker, zone)}: its latest wakes were of no use`]),
    'declares',
    ...JSON.stringify(fingerprint.signal_priors, undefined, 2)
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

/** Why a signal woke the agent or did not. */
export function signalLines(signal: SignalDetail, zone: string): string[] {
  return [
    `${colour.bold(signal.signal_id)}  ${eventLine(signal, zone)}`,
    // Of one judgement it says what that says itself.
    ...(signal.judged.length === 1 && signal.waits_for.length === 0 ? [] : [signal.why]),
    ...signal.judged.flatMap(judgementLines),
    ...signal.waits_for.map((cluster) => `cluster ${cluster} has not judged it yet`),
  ];
}

/** What an activation asked about, and why. */
export function activationLines(activation: ActivationDetail, zone: string): string[] {
  const { question, would_ask: would } = activation;
  return [
    `${colour.bold(activation.activation_id)}  ${activation.kind}, ${activation.state}  ${localTime(activation.opened_at, zone)}`,
    activation.why,
    `module     ${moduleOf(activation)}`,
    ...(question === null ? [] : [`asked      ${oneLine(question, questionChars)}`]),
    ...(would === null ? [] : [`would ask  ${oneLine(would, questionChars)}`]),
    ...(activation.state === 'open' ? [`due        ${localTime(activation.due_at, zone)}`] : []),
    ...(activation.turn_id === null ? [] : [`turn       ${activation.turn_id}`]),
    `label      ${labelLine(activation)}`,
    `signals    ${activation.count}`,
    ...activation.judged.flatMap(judgementLines),
    'window, oldest first',
    ...activation.window.map((event) => `  ${eventLine(event, zone)}`),
    ...(activation.label === null && activation.state !== 'open'
      ? [colour.dim(`Was it useful? ./salience pulse feedback ${activation.activation_id} useful`)]
      : []),
  ];
}

/** The module that an activation is of, or those that may be meant. */
export function moduleOf({ candidates, module }: ActivationView): string {
  return module ?? `one of ${candidates.join(', ')}`;
}

/** What somebody thought of an activation. */
export function labelLine({ choice, label, labelled_by: by }: ActivationView): string {
  if (label === null) return '-';
  return `${shownScore(label)}${choice === null ? '' : `, meant ${choice}`}${by === null ? '' : `, by ${by}`}`;
}

/** What a simulation found. */
export function simulationLines(view: SimulationView, zone: string): string[] {
  const { examples, passed, routed, signals, wakes } = view;
  return [
    `${colour.bold(view.module)}, from ${localTime(view.since, zone)} on, with the threshold ${view.threshold}`,
    `${counted(signals, 'signal')}, of which the module declares ${routed} and ${passed} pass`,
    `It would have woken the agent ${counted(wakes, 'time')}: ${view.wakes_per_day.toFixed(1)} a day.`,
    ...(examples.length === 0 ? [] : ['examples, latest first']),
    ...examples.flatMap((example) => [
      `  ${eventLine(example, zone)}  ${shownScore(example.score)}`,
      `    ${oneLine(example.question, questionChars)}`,
    ]),
  ];
}

function judgementLines(judgement: JudgementView): string[] {
  const { activation_id: id, activation_state: state, learned, rule, score, threshold, version } = judgement;
  const parts =
    score === null
      ? []
      : [
          `  score ${shownScore(score)} of rule ${shownScore(rule)} and model ${version === 0 ? '-' : `${shownScore(learned)} (version ${version})`}, threshold ${shownScore(threshold)}`,
        ];
  return [
    `${judgement.module} (${judgement.cluster}): ${judgement.reason}. ${judgement.why}`,
    ...parts,
    ...(id === null ? [] : [`  ${id}${state === null ? '' : `, ${state}`}`]),
  ];
}

function eventLine({ at, delta_type: delta, location, source }: KeptEvent, zone: string): string {
  return `${source} ${delta} ${oneLine(location, placeChars)}  ${localTime(at, zone)}`;
}
