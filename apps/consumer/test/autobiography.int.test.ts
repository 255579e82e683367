import { autobiographyViewSchema, pageSchema } from '@salience/contracts';
import { newId } from '@salience/database';
import { backends } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';

let fixture: Fixture;
let at: string;
beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  ({ at } = await fixture.serve());
});

const page = pageSchema(autobiographyViewSchema);
const get = async (path: string) =>
  page.parse(await (await fetch(`${at}/memory/autobiography${path}`)).json());

it('tells versions, the newest first, with what each changed; a forgotten statement is in none of them', async () => {
  expect(await get('')).toEqual({ items: [], next: null });
  const none = { relationship: [], values: [], patterns: [], threads: [], themes: [] };
  const told = (...texts: string[]) => texts.map((text) => ({ text, trust: 'user' }));
  const hashes = Object.fromEntries([...Object.keys(none), 'identity'].map((name) => [name, 'hash']));
  const versions = [
    [told('They live in Oslo.', ''), { identity: { added: [0, 1], removed: [] } }],
    [told('They live in Bergen.'), { identity: { added: [0], removed: [0, 1] } }],
  ] as const;
  for (const [index, [identity, deltas]] of versions.entries()) {
    await fixture.database.admin(
      `insert into salience.autobiographies (id, agent_id, version, sections, hashes, deltas, inputs, model, created_at)
       select $1, id, $2, $3, $4, $5, '{"episodes": 5}', 'test', now() from salience.agents where name = 'default'`,
      [
        newId('autobiography'),
        index + 1,
        JSON.stringify({ ...none, identity }),
        JSON.stringify(hashes),
        JSON.stringify(deltas),
      ],
    );
  }
  const first = await get('?limit=1');
  expect(first.items.map(({ version }) => version)).toEqual([2]);
  expect(first.items[0]?.deltas).toEqual({
    identity: { added: ['They live in Bergen.'], removed: ['They live in Oslo.'] },
  });
  const second = await get(`?limit=1&cursor=${String(first.next)}`);
  expect(second.items[0]).toMatchObject({ version: 1, sections: { identity: told('They live in Oslo.') } });
  expect(second.items[0]?.deltas).toEqual({ identity: { added: ['They live in Oslo.'], removed: [] } });
  expect(second.next).toBeNull();
});
