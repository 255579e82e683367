import type { PromisedSchema } from './promised-schema.ts';

/** Rules that a later schema has in another form and that still take all that a release writes, with the reason: `relation.rule`. */
export type Widened = Readonly<Record<string, string>>;

/**
 * What of a release's schema a later one does not keep, a sentence each: the code of the release, which still runs beside the new one,
 * would fail there. Empty if it keeps everything.
 */
export function brokenPromises(
  released: PromisedSchema,
  present: PromisedSchema,
  widened: Widened = {},
): string[] {
  return [
    ...brokenMigrations(released, present),
    ...Object.keys(released.relations).flatMap((name) => brokenRelation(name, released, present, widened)),
    ...brokenFunctions(released, present),
    ...released.rights
      .filter((right) => !present.rights.includes(right) && !ofRetired(right, released))
      .map((right) => `${right}: revoked`),
  ];
}

function brokenMigrations(released: PromisedSchema, present: PromisedSchema): string[] {
  return Object.entries(released.migrations)
    .filter(([name, hash]) => present.migrations[name] !== hash)
    .map(([name]) => `migration ${name}: edited or gone after its release`);
}

function brokenRelation(
  name: string,
  released: PromisedSchema,
  present: PromisedSchema,
  widened: Widened,
): string[] {
  const was = released.relations[name];
  const is = present.relations[name];
  if (was === undefined) return [];
  if (is === undefined) return [`${name}: gone`];
  const columns = Object.entries(was.columns).flatMap(([column, { present: had, type }]) => {
    const found = is.columns[column];
    if (found === undefined) return [`${name}.${column}: gone`];
    return [
      ...(found.type === type ? [] : [`${name}.${column}: was ${type}, is ${found.type}`]),
      ...(had && !found.present
        ? [`${name}.${column}: may be null now, which its readers do not expect`]
        : []),
      ...(!had && found.present ? [`${name}.${column}: may not be null any more`] : []),
    ];
  });
  const required = Object.entries(is.columns)
    .filter(([column, { required: must }]) => must && was.columns[column]?.required !== true)
    .map(([column]) => `${name}.${column}: must be named by every insert, and the release does not know it`);
  const rules = Object.entries(is.rules)
    .filter(([rule, text]) => was.rules[rule] !== text && widened[`${name}.${rule}`] === undefined)
    .map(([rule]) => `${name}: ${rule} is new or changed and may refuse what the release writes`);
  return [...columns, ...required, ...rules];
}

function brokenFunctions(released: PromisedSchema, present: PromisedSchema): string[] {
  return Object.entries(released.functions)
    .filter(([, { retired }]) => !retired)
    .flatMap(([name, was]) => {
      const is = present.functions[name];
      if (is === undefined) return [`${name}(): gone; it stays one release longer, in sql/retired`];
      return [
        ...(sameCall(was.arguments, is.arguments)
          ? []
          : [`${name}(): took (${was.arguments}), takes (${is.arguments})`]),
        ...(was.result === is.result ? [] : [`${name}(): returned ${was.result}, returns ${is.result}`]),
      ];
    });
}

/** Whether a call as it was is still one: the same arguments, and after them none without a default. */
function sameCall(was: string, is: string): boolean {
  if (was === is) return true;
  const more = is.slice(was === '' ? 0 : was.length + 2);
  return is.startsWith(was) && more.split(', ').every((argument) => argument.includes(' DEFAULT '));
}

/** What the release did not call need not be callable. */
function ofRetired(right: string, released: PromisedSchema): boolean {
  const name = / EXECUTE on (\w+)$/.exec(right)?.[1];
  return name !== undefined && released.functions[name]?.retired === true;
}
