import { type ConfigProblem, mergeConfig } from './merge-config.ts';
import type { PfcDoc } from './pfc-settings.ts';

/** A file of settings as it was read, or why it holds none. */
export type ConfigFile =
  | { readonly doc: PfcDoc; readonly problem?: never }
  | { readonly doc?: never; readonly problem: ConfigProblem };

/**
 * Reads the text of a settings file: one JSON object, of which every part must be right. An empty file sets nothing. Never throws: a file that cannot be read is a problem that says where.
 */
export function readConfigFile(text: string): ConfigFile {
  const body = text.replace(/^\uFEFF/u, '').trim();
  if (body === '') return { doc: {} };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { problem: { field: '', message: 'expected JSON' } };
  }
  const { doc, problems } = mergeConfig({}, value);
  if (doc !== undefined) return { doc };
  const [problem = { field: '', message: 'expected an object' }] = problems;
  return { problem };
}
