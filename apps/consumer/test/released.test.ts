import { describe, expect, it } from 'vitest';
import { newestRelease, promises } from '@salience/testing';
import { openApiDocument } from '../src/openapi/document.ts';
import { allRoutes } from '../src/routes/all-routes.ts';
import { type ApiDocument, brokenApi } from './released/broken-api.ts';

const text = `${JSON.stringify(openApiDocument(allRoutes), undefined, 1)}\n`;
const present = JSON.parse(text) as ApiDocument;

type Loose = Record<string, Record<string, never>>;
const changed = (
  change: (document: { paths: Loose; components: { schemas: Loose } }) => void,
): ApiDocument => {
  const document = JSON.parse(text);
  change(document);
  return document;
};

describe('the API of the newest release', () => {
  it('is kept by the present one', () => {
    if (promises('openapi.json', () => text)) return;
    expect(brokenApi(JSON.parse(newestRelease().read('openapi.json')) as ApiDocument, present)).toEqual([]);
  });

  it('is the same as itself', () => {
    expect(
      brokenApi(
        present,
        changed(() => {}),
      ),
    ).toEqual([]);
  });

  it.each<[string, Parameters<typeof changed>[0]]>([
    ['a route is gone', ({ paths }) => delete paths['/chat']],
    [
      'a field that clients read is gone',
      ({ components }) =>
        delete (components.schemas['Turn'] as never as { properties: Loose }).properties['reply'],
    ],
    [
      'a field that clients read may be missing',
      ({ components }) => {
        const turn = components.schemas['Turn'] as never as { required: string[] };
        turn.required = turn.required.filter((name) => name !== 'state');
      },
    ],
    [
      'a field that clients send is required',
      ({ components }) =>
        (components.schemas['Message'] as never as { required: string[] }).required.push('speaker'),
    ],
    [
      'a field that clients send has another type',
      ({ components }) => {
        const { properties } = components.schemas['Message'] as never as {
          properties: Record<string, unknown>;
        };
        properties['text'] = { type: 'integer' };
      },
    ],
  ])('is not kept where %s', (_, change) => {
    expect(brokenApi(present, changed(change)).length).toBeGreaterThan(0);
  });

  it('is kept where a field is added that may be left out', () => {
    const more = changed(({ components }) => {
      const { properties } = components.schemas['Message'] as never as {
        properties: Record<string, unknown>;
      };
      properties['planted'] = { type: 'string' };
    });
    expect(brokenApi(present, more)).toEqual([]);
  });
});
