import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReceivedSpan, repositoryRoot } from '@salience/testing';

/** A row of the table of spans: a name, with `{word}` where it varies, and an app that sends it. */
export interface DocumentedSpan {
  readonly name: string;
  readonly app: string;
}

/** What docs/telemetry.md says that spans are called and carry. */
export interface Documented {
  readonly spans: readonly DocumentedSpan[];
  /** Every key, those of the conventions included, with the names of the spans that carry it; none named: any may. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** Reads the tables of docs/telemetry.md. Throws if one of them is gone. */
export function documentedSpans(): Documented {
  const page = readFileSync(join(repositoryRoot, 'docs/telemetry.md'), 'utf8');
  const rows = (heading: string): string[][] => {
    const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
    const found = [...section.matchAll(/^\| `([^`]+)` \| ([^|]*)\| ([^|]*)\|/gm)];
    if (found.length === 0) throw new Error(`docs/telemetry.md has no table of ${heading}`);
    return found.map((match) => match.slice(1).map((cell) => cell.trim()));
  };
  return {
    spans: rows('Spans').flatMap(([name = '', , apps = '']) =>
      apps.split(', ').map((app) => ({ name, app })),
    ),
    attributes: new Map(
      rows('Attributes').map(([key = '', on = '']) => [
        key,
        [...on.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      ]),
    ),
  };
}

/** True for a span of this row. */
export function isOf({ app, name }: DocumentedSpan, span: Pick<ReceivedSpan, 'name' | 'service'>): boolean {
  return span.service === app && isLike(name, span.name);
}

/** True for a name that the table has under this one, with words for `{word}`. */
export function isLike(documented: string, name: string): boolean {
  return new RegExp(
    `^${documented
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+')}$`,
  ).test(name);
}

/** True if the table says that spans of this name may carry this key. */
export function mayCarry({ attributes }: Documented, name: string, key: string): boolean {
  const on = attributes.get(key);
  return on !== undefined && (on.length === 0 || on.some((one) => isLike(one, name)));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** What spans tell that no table has, as sentences; empty if all is documented. */
export function undocumented(spans: readonly ReceivedSpan[]): string[] {
  const documented = documentedSpans();
  const names = spans
    .filter((span) => !documented.spans.some((row) => isOf(row, span)))
    .map(({ name, service }) => `${service} sends ${name}`);
  const keys = spans.flatMap(({ attributes: own, name }) =>
    Object.keys(own)
      .filter((key) => !mayCarry(documented, name, key))
      .map((key) => `${name} carries ${key}`),
  );
  return [...new Set([...names, ...keys])];
}

/** A query of a dashboard that finds traces. */
export interface TraceQuery {
  /** The dashboard and the panel. */
  readonly at: string;
  /** The name of a span has to match one of these. */
  readonly names: readonly RegExp[];
  /** Attributes that it asks for. */
  readonly keys: readonly string[];
}

/** The TraceQL of all dashboards. Throws for a query that names no span. */
export function traceQueries(): TraceQuery[] {
  const folder = join(repositoryRoot, 'infra/grafana/dashboards');
  return readdirSync(folder).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard;
    return panels.flatMap(({ targets = [], title }) =>
      targets
        .filter(({ queryType }) => queryType === 'traceql')
        .map(({ query = '' }) => readQuery(`${file}: ${title}`, query)),
    );
  });
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly queryType?: string; readonly query?: string }[];
  }[];
}

function readQuery(at: string, query: string): TraceQuery {
  const named = [...query.matchAll(/(?<![.\w])name (=~|=) "([^"]+)"/g)];
  if (named.length === 0) throw new Error(`${at} names no span: ${query}`);
  return {
    at,
    // Each word of an alternative by itself: one that never matches is hidden by the others.
    names: named.flatMap(([, operator, pattern = '']) =>
      operator === '='
        ? [new RegExp(`^${escaped(pattern)}$`)]
        : alternatives(pattern).map((one) => new RegExp(`^${one}$`)),
    ),
    keys: [...query.matchAll(/\bspan\.([a-z._]+[a-z])/g)].map(([, key = '']) => key),
  };
}

/** `a|process (b|c)` as `a`, `process b`, `process c`. */
function alternatives(pattern: string): string[] {
  const [, before = '', group, after = ''] = /^(.*)\(([^)]+)\)(.*)$/.exec(pattern) ?? [];
  if (group === undefined) return pattern.split('|');
  return group.split('|').map((one) => before + one + after);
}
