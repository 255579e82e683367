import {
  idSchema,
  type PersonPatch,
  personChangeSchema,
  type PersonView,
  personViewSchema,
  quietHoursSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ApiClient } from '../client/api-client.ts';
import { itemsOf } from '../client/pages.ts';
import { shownZone } from '../client/shown-zone.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneLine } from '../memory/one-line.ts';
import { colour, print, printJson, table } from '../terminal.ts';

const whom = 'a name, an id, or "owner"';

/** people: whom the agent knows, by which names, in which zone. */
export function declare(program: Command, run: RunAction): void {
  const people = program
    .command('people')
    .description('whom the agent knows: names, time zones, quiet hours')
    .addHelpText(
      'after',
      examples(['people list', 'people zone owner Europe/Lisbon', 'people merge Anna Ana']),
    );
  const verb = (name: string, does: string, shown: readonly string[]) =>
    people.command(name).description(does).addHelpText('after', examples(shown));
  verb('list', 'list them', ['people list', 'people list --json']).action(run(runPeopleList));
  verb('show', 'show one, with what is proposed for them', ['people show owner'])
    .argument('<person>', whom)
    .action(run(runPersonShow));
  verb('add', 'make a person: a speaker of this name is them from then on', [
    'people add Ana --zone Europe/Lisbon',
  ])
    .argument('<name>')
    .option('--zone <zone>', 'their time zone')
    .action(run(runPersonAdd));
  verb('set', 'call a person otherwise; the old name stays one of theirs', ['people set owner --name Peter'])
    .argument('<person>', whom)
    .requiredOption('--name <name>', 'how they are called')
    .action(run(runPersonSet));
  verb('name', 'give a person one more name or mail address, or take one away', [
    'people name Ana Anita',
    'people name Ana ana@example.org --mail',
    'people name Ana Anita --remove',
  ])
    .argument('<person>', whom)
    .argument('<value>')
    .option('--mail', 'it is a mail address')
    .option('--remove', 'take it away')
    .action(run(runPersonName));
  verb('merge', 'two persons are one: the first becomes the second', ['people merge Anna Ana'])
    .argument('<person>', whom)
    .argument('<into>', whom)
    .action(run(runPersonMerge));
  verb(
    'split',
    'take names out of a person, who keeps what they are called; what a merge brought is the person it was',
    ['people split Anna', 'people split Ana Anna Anita'],
  )
    .argument('<person>', whom)
    .argument('[names...]', 'what to take out; default: the name that stands for <person>')
    .action(run(runPersonSplit));
  verb('zone', 'set a person’s time zone, or answer a proposed one', [
    'people zone owner Europe/Lisbon',
    'people zone owner --accept',
    'people zone owner --none',
  ])
    .argument('<person>', whom)
    .argument('[zone]')
    .option('--accept', 'take the zone that is proposed')
    .option('--refuse', 'refuse the zone that is proposed')
    .option('--none', 'have none of their own')
    .action(run(runPersonZone));
  verb('quiet', 'set when a person is not to be disturbed, on their own clock', [
    'people quiet owner 22:00 07:00',
    'people quiet owner --none',
  ])
    .argument('<person>', whom)
    .argument('[from]')
    .argument('[until]')
    .option('--none', 'no quiet hours')
    .action(run(runPersonQuiet));
}

/** `salience people list`. */
export async function runPeopleList(context: Context): Promise<number> {
  const client = await context.client();
  const items: PersonView[] = [];
  for await (const person of itemsOf(client, '/people', personViewSchema)) items.push(person);
  if (context.json) printJson(items);
  else
    print(
      table(
        ['person', 'name', 'also', 'time zone', 'quiet hours'],
        items.map((person) => [
          person.person_id,
          `${person.name}${person.owner ? ' (owner)' : ''}`,
          person.names
            .map(({ value }) => value)
            .filter((value) => value !== person.name.toLowerCase())
            .join(', '),
          person.time_zone ?? `${person.zone_in_use}, not their own`,
          person.quiet_hours === null ? '–' : `${person.quiet_hours.from}–${person.quiet_hours.until}`,
        ]),
      ),
    );
  return exitCodes.ok;
}

/** `salience people show <person>`. */
export async function runPersonShow(context: Context, ref: string): Promise<number> {
  const client = await context.client();
  return shown(context, client, await client.ask(pathOf(ref), personViewSchema));
}

/** `salience people add <name>`. */
export async function runPersonAdd(
  context: Context,
  name: string,
  { zone }: { readonly zone?: string },
): Promise<number> {
  const client = await context.client();
  const body = { name, ...(zone === undefined ? {} : { time_zone: zone }) };
  return shown(context, client, await client.ask('/people', personViewSchema, { method: 'POST', body }));
}

/** `salience people set <person> --name <name>`. */
export function runPersonSet(
  context: Context,
  ref: string,
  { name }: { readonly name: string },
): Promise<number> {
  return change(context, ref, { name });
}

/** `salience people name <person> <value>`. */
export async function runPersonName(
  context: Context,
  ref: string,
  value: string,
  { mail, remove }: { readonly mail?: boolean; readonly remove?: boolean },
): Promise<number> {
  const kind = mail === true ? 'mail' : 'name';
  const client = await context.client();
  const path = `${pathOf(ref)}/names`;
  const person =
    remove === true
      ? await client.ask(`${path}/${kind}/${encodeURIComponent(value)}`, personViewSchema, {
          method: 'DELETE',
        })
      : await client.ask(path, personViewSchema, { method: 'POST', body: { kind, value } });
  return shown(context, client, person);
}

/** `salience people merge <person> <into>`. */
export async function runPersonMerge(context: Context, ref: string, into: string): Promise<number> {
  const client = await context.client();
  const request = { method: 'POST', body: { into } } as const;
  return shown(context, client, await client.ask(`${pathOf(ref)}/merge`, personViewSchema, request));
}

/** `salience people split <person> [names...]`: without names the one by which the person is meant. */
export async function runPersonSplit(
  context: Context,
  ref: string,
  names: readonly string[],
): Promise<number> {
  if (names.length === 0 && (ref === 'owner' || idSchema('person').safeParse(ref).success))
    throw usageError(`Expected the names to take out of ${ref}. "./salience people show ${ref}" lists them.`);
  const client = await context.client();
  const request = { method: 'POST', body: { names: names.length === 0 ? [ref] : names } } as const;
  const answer = z.object({ items: z.array(personViewSchema) });
  const { items } = await client.ask(`${pathOf(ref)}/split`, answer, request);
  if (context.json) printJson(items);
  else for (const person of items) await shown(context, client, person);
  return exitCodes.ok;
}

/** `salience people zone <person> [zone]`. */
export function runPersonZone(
  context: Context,
  ref: string,
  zone: string | undefined,
  flags: { readonly accept?: boolean; readonly none?: boolean; readonly refuse?: boolean },
): Promise<number> {
  const said: PersonPatch[] = [
    ...(zone === undefined ? [] : [{ time_zone: zone }]),
    ...(flags.accept === true ? [{ proposed_zone: 'accept' as const }] : []),
    ...(flags.refuse === true ? [{ proposed_zone: 'refuse' as const }] : []),
    ...(flags.none === true ? [{ time_zone: null }] : []),
  ];
  const [one, more] = said;
  if (one === undefined || more !== undefined)
    throw usageError('Expected one of: a zone such as Europe/Lisbon, --accept, --refuse, --none.');
  return change(context, ref, one);
}

/** `salience people quiet <person> [from] [until]`. */
export function runPersonQuiet(
  context: Context,
  ref: string,
  from: string | undefined,
  until: string | undefined,
  { none }: { readonly none?: boolean },
): Promise<number> {
  if (none === true && from === undefined) return change(context, ref, { quiet_hours: null });
  const hours = quietHoursSchema.safeParse({ from, until });
  if (none === true || !hours.success)
    throw usageError('Expected two different times of day, such as 22:00 07:00, or --none.');
  return change(context, ref, { quiet_hours: hours.data });
}

async function change(context: Context, ref: string, body: PersonPatch): Promise<number> {
  const client = await context.client();
  const checked = personChangeSchema.safeParse(body);
  if (!checked.success) throw usageError(checked.error.issues.map(({ message }) => message).join('; '));
  return shown(context, client, await client.ask(pathOf(ref), personViewSchema, { method: 'PATCH', body }));
}

async function shown(context: Context, client: ApiClient, person: PersonView): Promise<number> {
  if (context.json) printJson(person);
  else print(linesOf(person, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}

function linesOf(person: PersonView, zone: string): string[] {
  const { proposed_zone: proposed, quiet_hours: quiet } = person;
  return [
    `${colour.bold(person.name)}${person.owner ? ', the owner: whoever speaks without a name' : ''}  ${colour.dim(person.person_id)}`,
    ...person.names.map(
      ({ kind, merged_from: from, value }) =>
        `${kind.padEnd(10)}${oneLine(value, 120)}${from === null ? '' : colour.dim(`  from ${from}`)}`,
    ),
    `zone      ${person.time_zone ?? `none of their own; ${person.zone_in_use} counts`}`,
    ...(proposed === null
      ? []
      : [
          `proposed  ${proposed.time_zone}, because they said ${oneLine(proposed.place ?? 'so', 80)}${proposed.exchange_id === null ? '' : ` in ${proposed.exchange_id}`}`,
          colour.dim(
            `          Take it: ./salience people zone ${person.owner ? 'owner' : person.person_id} --accept`,
          ),
        ]),
    `quiet     ${quiet === null ? 'no quiet hours' : `from ${quiet.from} until ${quiet.until} (${person.zone_in_use})`}`,
    colour.dim(`since     ${localTime(person.created_at, zone)}`),
  ];
}

function pathOf(ref: string): string {
  return `/people/${encodeURIComponent(ref)}`;
}
