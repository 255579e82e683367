import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiTypes, apiTypesFile } from './api-types.mjs';

describe('the types of the API', () => {
  it('are those of the OpenAPI document now: node tooling/api-types.mjs writes them', () => {
    expect(readFileSync(join(import.meta.dirname, '..', apiTypesFile), 'utf8')).toBe(apiTypes());
  });
});
