import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiTypes, apiTypesFiles } from './api-types.mjs';

describe('the types of the API', () => {
  it.each(apiTypesFiles)(
    'in %s are those of the OpenAPI document now: node tooling/api-types.mjs writes them',
    (file) => {
      expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toBe(apiTypes());
    },
  );
});
