import type { Decision, Routing } from './decision.ts';
import { type Mode, modes } from './vocabulary.ts';

/**
 * The signals of layout 1 in the order of their bytes. The list belongs to the layout and never changes: a signal that is not in it is
 * stored with its name.
 */
export const storedSignals = [
  'char_count',
  'token_count',
  'content_count',
  'information_density',
  'has_question_mark',
  'interrogative',
  'greeting',
  'farewell',
  'positive_feedback',
  'negative_feedback',
  'act_request',
  'answer_request',
  'need',
  'implicit_reference',
  'remember',
  'anaphoric',
  'second_person',
  'declarative',
  'context_warmth',
  'working_memory_turns',
  'gist_count',
  'fact_count',
  'topic_confidence',
  'is_new_topic',
  'session_exchange_count',
  'minutes_since_activity',
  'evidence_score',
  'evidence_count',
  'memory_confidence',
  'addressed',
  'speaker_count',
  'is_reminder',
  'act_likeness',
  'respond_likeness',
  'acknowledge_likeness',
  'called_me',
  'mentions_me',
  'called_other',
  'calls_room',
  'agent_to_speaker',
  'agent_to_other',
  'agent_just_spoke',
  'agent_share',
  'speaker_to_other',
  'other_to_speaker',
  'goes_on',
  'is_continuation',
  'pending_approval',
  'approval_answer',
  'asks_kept',
  'acted',
  'previous_act',
  'previous_clarify',
  'recent_confidence_max',
  'excluded_modes',
] as const;

const layout = 1;
const known: ReadonlySet<string> = new Set(storedSignals);
const routingFields: ReadonlySet<string> = new Set<keyof Decision>([
  'policyName',
  'policyVersion',
  'signals',
  'scores',
  'modeInitial',
  'modeTerminal',
  'confidence',
  'margin',
  'effectiveMargin',
  'tiebreak',
  'reroute',
]);
/** How a signal is stored: two bits each. */
const absent = 0;
const zero = 1;
const one = 2;
const number = 3;
const noMode = 255;

/**
 * A decision in a few hundred bytes, from which the same numbers come out again, bit for bit: signals in a fixed order, numbers as
 * 64-bit floats. Throws a TypeError for a mode that does not exist.
 */
export function encodeDecision(decision: Decision): Uint8Array {
  const bytes = new Bytes();
  bytes.byte(layout);
  writeRouting(bytes, decision);
  const { reroute } = decision;
  bytes.byte(reroute === undefined ? 0 : reroute === null ? 1 : 2);
  if (reroute !== undefined && reroute !== null) writeRouting(bytes, reroute);
  return bytes.done();
}

/** The decision that was encoded. Throws a RangeError for bytes of another layout and for bytes that are cut short. */
export function decodeDecision(stored: Uint8Array): Decision {
  const bytes = new Reader(stored);
  const found = bytes.byte();
  if (found !== layout)
    throw new RangeError(
      `Expected a decision of layout ${layout}, got ${found}: it was stored by a newer version`,
    );
  const routing = readRouting(bytes);
  const reroute = bytes.byte();
  if (reroute === 0) return routing;
  return { ...routing, reroute: reroute === 1 ? null : readRouting(bytes) };
}

function writeRouting(bytes: Bytes, routing: Routing): void {
  const { signals, tiebreak } = routing;
  bytes.text(routing.policyName);
  bytes.uint(routing.policyVersion);
  const tags = storedSignals.map((name) => tagOf(signals[name]));
  for (let at = 0; at < tags.length; at += 4)
    bytes.byte(tags.slice(at, at + 4).reduce((sum, tag, place) => sum | (tag << (2 * place)), 0));
  for (const [at, name] of storedSignals.entries()) if (tags[at] === number) bytes.float(signals[name] ?? 0);
  const others = Object.entries(signals).filter(([name]) => !known.has(name));
  bytes.uint(others.length);
  for (const [name, value] of others) {
    bytes.text(name);
    bytes.float(value);
  }
  for (const mode of modes) bytes.float(routing.scores[mode]);
  bytes.byte(numberOf(routing.modeInitial));
  bytes.byte(numberOf(routing.modeTerminal));
  for (const value of [routing.confidence, routing.margin, routing.effectiveMargin]) bytes.float(value);
  bytes.byte(tiebreak === null ? 0 : 1);
  if (tiebreak !== null) {
    for (const mode of tiebreak.candidates) bytes.byte(numberOf(mode));
    bytes.byte(tiebreak.choice === null ? noMode : numberOf(tiebreak.choice));
    bytes.text(tiebreak.reason);
  }
  const more = Object.entries(routing).filter(
    ([name, value]) => !routingFields.has(name) && value !== undefined,
  );
  bytes.text(more.length === 0 ? '' : JSON.stringify(Object.fromEntries(more)));
}

function readRouting(bytes: Reader): Routing {
  const policyName = bytes.text();
  const policyVersion = bytes.uint();
  const tags: number[] = [];
  while (tags.length < storedSignals.length) {
    const four = bytes.byte();
    for (let place = 0; place < 4; place += 1) tags.push((four >> (2 * place)) & 3);
  }
  const signals: Record<string, number> = {};
  for (const [at, name] of storedSignals.entries())
    if (tags[at] !== absent) signals[name] = tags[at] === number ? bytes.float() : tags[at] === one ? 1 : 0;
  for (let left = bytes.uint(); left > 0; left -= 1) signals[bytes.text()] = bytes.float();
  const scores = Object.fromEntries(modes.map((mode) => [mode, bytes.float()])) as Routing['scores'];
  const [modeInitial, modeTerminal] = [modeOf(bytes.byte()), modeOf(bytes.byte())];
  const [confidence, margin, effectiveMargin] = [bytes.float(), bytes.float(), bytes.float()];
  const tiebreak = bytes.byte() === 0 ? null : readTiebreak(bytes);
  const more = bytes.text();
  return {
    policyName,
    policyVersion,
    signals,
    scores,
    modeInitial,
    modeTerminal,
    confidence,
    margin,
    effectiveMargin,
    tiebreak,
    ...(more === '' ? {} : (JSON.parse(more) as object)),
  };
}

function readTiebreak(bytes: Reader): Routing['tiebreak'] {
  const candidates: [Mode, Mode] = [modeOf(bytes.byte()), modeOf(bytes.byte())];
  const choice = bytes.byte();
  return { candidates, choice: choice === noMode ? null : modeOf(choice), reason: bytes.text() };
}

function tagOf(value: number | undefined): number {
  if (value === undefined) return absent;
  if (Object.is(value, 0)) return zero;
  return value === 1 ? one : number;
}

function numberOf(mode: Mode): number {
  const at = modes.indexOf(mode);
  if (at < 0) throw new TypeError(`Expected a mode, got ${mode}`);
  return at;
}

function modeOf(at: number): Mode {
  const mode = modes[at];
  if (mode === undefined) throw new RangeError(`Expected the number of a mode, got ${at}`);
  return mode;
}

const utf8 = { in: new TextEncoder(), out: new TextDecoder() };

/** Bytes that grow. Numbers are little-endian. */
class Bytes {
  #view = new DataView(new ArrayBuffer(1_024));
  #length = 0;

  byte(value: number): void {
    this.#room(1).setUint8(this.#length - 1, value);
  }

  uint(value: number): void {
    this.#room(4).setUint32(this.#length - 4, value, true);
  }

  float(value: number): void {
    this.#room(8).setFloat64(this.#length - 8, value, true);
  }

  text(value: string): void {
    const encoded = utf8.in.encode(value);
    this.uint(encoded.length);
    const view = this.#room(encoded.length);
    new Uint8Array(view.buffer).set(encoded, this.#length - encoded.length);
  }

  done(): Uint8Array {
    return new Uint8Array(this.#view.buffer, 0, this.#length);
  }

  #room(size: number): DataView {
    this.#length += size;
    if (this.#length > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(larger.buffer);
    }
    return this.#view;
  }
}

/** Reads what `Bytes` wrote. Throws a RangeError at the end. */
class Reader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    this.#at += 1;
    return this.#view.getUint8(this.#at - 1);
  }

  uint(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  float(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  text(): string {
    const length = this.uint();
    this.#at += length;
    return utf8.out.decode(
      new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at - length, length),
    );
  }
}
