import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { httpProblem } from '../http/problems.ts';
import type { OpenHandler } from '../http/route-table.ts';

/** The files of our own pages, with their types. Only what stands here is ever read. */
const files: Readonly<Record<string, string>> = {
  'home.html': 'text/html; charset=utf-8',
  'home.js': 'text/javascript; charset=utf-8',
  'docs.html': 'text/html; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'sign-in.html': 'text/html; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'next-page.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** Answers with one page. */
export function page(name: string): OpenHandler {
  return async (_request, response) => {
    response.set('Content-Type', files[name] ?? 'text/plain').send(await load(name));
  };
}

/** GET /assets/:file: the scripts and styles of our pages. */
export function asset(): OpenHandler {
  return async (request, response) => {
    const name = String(request.params.file);
    const type = Object.hasOwn(files, name) ? files[name] : undefined;
    if (type === undefined) throw httpProblem(404, 'asset.unknown', 'There is no such file.');
    response.set({ 'Content-Type': type, 'Cache-Control': 'no-cache' }).send(await load(name));
  };
}

const loaded = new Map<string, Promise<string>>();

/** Read when first asked for: beside the bundle, or beside this file when run from source. */
function load(name: string): Promise<string> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const reading = readFile(join(import.meta.dirname, 'static', name), 'utf8');
  loaded.set(name, reading);
  return reading;
}
