import type { Fingerprint } from '@salience/contracts';
import { clamp } from '../features/bounded.ts';
import type { WindowEvent } from '../window/cluster-state.ts';
import { columnsOf } from './columns.ts';
import { growTrees, type Tree } from './grow-trees.ts';
import { attributesAt, holdsAt, type ReadWindow, readWindow } from './window-attributes.ts';

/** Version of the shape below and of the attributes that it names. */
export const evidenceSchema = 'limbic-evidence.v1';

/** A question about an event: the attributes that are alike for it (the share of them that hold decides), what follows a yes, what a no; or a chance. */
export type StoredTree = readonly [attributes: readonly string[], yes: StoredTree, no: StoredTree] | number;

/** What the labels of one module say of events: plain JSON, at most `entriesMax` attributes. */
export interface Evidence {
  readonly schema: typeof evidenceSchema;
  /** Labels that it was counted on. */
  readonly labels: number;
  /** The share of useful ones among them. */
  readonly base: number;
  readonly trees: readonly { readonly share: number; readonly tree: StoredTree }[];
}

/** One labelled window. */
export interface EvidenceRow {
  /** Oldest first; the last one is labelled. */
  readonly events: readonly WindowEvent[];
  readonly useful: boolean;
}

/** Attributes that evidence names, in all its trees. */
export const entriesMax = 500;
const labelsMin = 4;
const search = { questionsMax: 6, beam: 24, kept: 40 } as const;

/** The attributes of labelled windows, worked out once for several counts. */
export function readRows(
  rows: readonly EvidenceRow[],
  fingerprint: Fingerprint,
  zone: string,
): ReadonlySet<string>[] {
  return rows.map(({ events }) => attributesAt(readWindow(events, fingerprint, zone), events.length - 1));
}

/** Counts evidence from labels, given the attributes of each; none of fewer than four labels, or of labels that all say the same. */
export function countEvidence(
  attributes: readonly ReadonlySet<string>[],
  useful: readonly boolean[],
): Evidence | undefined {
  const yes = useful.filter(Boolean).length;
  if (useful.length < labelsMin || yes === 0 || yes === useful.length) return undefined;
  const positive = new Int32Array(Math.ceil(useful.length / 32));
  for (const [n, is] of useful.entries())
    if (is) positive[n >> 5] = (positive[n >> 5] as number) | (1 << (n & 31));
  const grown = growTrees(columnsOf(attributes), positive, useful.length, search);
  const trees: { share: number; tree: StoredTree }[] = [];
  let entries = 0;
  for (const { share, tree } of grown) {
    const stored = storedTree(tree);
    entries += entriesOf(stored);
    if (entries > entriesMax) break;
    trees.push({ share, tree: stored });
  }
  return { schema: evidenceSchema, labels: useful.length, base: (yes + 0.5) / (useful.length + 1), trees };
}

/** What evidence says of the last of some events, −1 to 1: how its chance differs from the base rate, in halves of log-odds, bounded by tanh. */
export function evidenceOf(
  evidence: Evidence,
  events: readonly WindowEvent[],
  fingerprint: Fingerprint,
  zone: string,
): number {
  return evidenceAt(evidence, readWindow(events, fingerprint, zone), events.length - 1);
}

/** The same of the event at `at` of a window that was read. */
export function evidenceAt(evidence: Evidence, window: ReadWindow, at: number): number {
  const total = evidence.trees.reduce((sum, { share }) => sum + share, 0);
  if (total <= 0) return 0;
  const chance =
    evidence.trees.reduce((sum, { share, tree }) => sum + share * chanceOf(tree, window, at), 0) / total;
  return Math.tanh((logOdds(chance) - logOdds(evidence.base)) / 2);
}

function chanceOf(tree: StoredTree, window: ReadWindow, at: number): number {
  if (typeof tree === 'number') return tree;
  const [attributes, yes, no] = tree;
  const held = attributes.filter((attribute) => holdsAt(window, at, attribute)).length / attributes.length;
  const ifYes = held === 0 ? 0 : held * chanceOf(yes, window, at);
  return held === 1 ? ifYes : ifYes + (1 - held) * chanceOf(no, window, at);
}

function logOdds(chance: number): number {
  const inside = clamp(chance, 1e-6, 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}

function storedTree(tree: Tree): StoredTree {
  if ('chance' in tree) return Math.round(tree.chance * 1e6) / 1e6;
  return [tree.column.attributes, storedTree(tree.yes), storedTree(tree.no)];
}

function entriesOf(tree: StoredTree): number {
  if (typeof tree === 'number') return 0;
  return tree[0].length + entriesOf(tree[1]) + entriesOf(tree[2]);
}
