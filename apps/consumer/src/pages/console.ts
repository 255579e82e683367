import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { openRoute, type Route } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { readOnce } from './read-once.ts';

/** GET /: the console too, which then shows its own address. What stands behind the #, such as a code of sign-in, stays. */
export const getHome = consolePage('/', 'The console');
/** GET /switchboard: where rooms were shown before the console. */
export const getSwitchboard = leading('/switchboard', '/console/rooms', 'Leads to the rooms, in the console');
/** GET /routing: where the page was that is in the console now. */
export const getRouting = leading(
  '/routing',
  '/console/mind/routing',
  'Leads to how routing learns, in the console',
);
/** GET /console: the one page of the console, which shows what its address says. */
export const getConsole = consolePage('/console', 'The console');
/** GET /console/…: the same page. */
export const getConsolePage = consolePage('/console/:page', 'The console at one of its pages', true);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** What a file may be sent as, best first, with the end of its name. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** GET /assets/console/:file. A name holds a hash of the content, so that what a browser has is good for ever. */
export const getConsoleFile = openRoute({
  method: 'GET',
  path: '/assets/console/:file',
  does: 'Scripts and styles of the console',
  tag: 'Pages',
  params: { file: z.string() },
  answers: { 200: { is: 'The file.', type: 'text/javascript' } },
  problems: { 404: ['asset.unknown'] },
  handle: async (_context, { params, request, response }) => {
    const name = params.file;
    const type = types[extname(name)];
    const names = await assetNames('').catch(() => new Set<string>());
    if (type === undefined || !names.has(name))
      throw httpProblem(404, 'asset.unknown', 'There is no such file. Load the console again.');
    response.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' });
    await sendEncoded(request, response, name, names);
  },
});

function leading(path: string, to: string, does: string): Route {
  return openRoute({
    method: 'GET',
    path,
    does,
    tag: 'Pages',
    answers: { 302: { is: 'A page of the console.', headers: { Location: to } } },
    handle: async (_context, { response }) => {
      response.redirect(302, to);
    },
  });
}

function consolePage(path: string, does: string, below?: true): Route {
  return openRoute({
    method: 'GET',
    path,
    does,
    tag: 'Pages',
    ...(below === true
      ? { below, params: { page: z.string() }, more: 'Every path below it answers the same.' }
      : {}),
    answers: { 200: { is: 'A page.', type: 'text/html' } },
    problems: { 503: ['console.unbuilt'] },
    handle: async (_context, { response }) => {
      const page = await loadPage('index.html').catch(() => {
        const detail =
          'The console was not built. Build it with "npm start", or in apps/console with "node build.mjs".';
        throw httpProblem(503, 'console.unbuilt', detail);
      });
      response.type('html').send(page);
    },
  });
}

async function sendEncoded(
  request: Request,
  response: Response,
  name: string,
  names: ReadonlySet<string>,
): Promise<void> {
  response.set('Vary', 'Accept-Encoding');
  const taken = encodings.find(([encoding, end]) => names.has(name + end) && takes(request, encoding));
  if (taken !== undefined) response.set('Content-Encoding', taken[0]);
  response.send(await loadAsset(name + (taken?.[1] ?? '')));
}

/** Whether a client named an encoding, and did not refuse it by `q=0`. */
function takes(request: Request, encoding: string): boolean {
  const wanted = String(request.headers['accept-encoding'] ?? '').split(',');
  return wanted.some((one) => {
    const [name, quality] = one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
}

/** Beside the bundle, or in the folder of the console when run from source. */
const places = [join(import.meta.dirname, 'console'), join(import.meta.dirname, '../../../console/dist')];

async function inPlaces<T>(read: (place: string) => Promise<T>): Promise<T> {
  const [bundled = '', built = ''] = places;
  return read(bundled).catch(() => read(built));
}

const loadPage = readOnce((name) => inPlaces((place) => readFile(join(place, name), 'utf8')));
const loadAsset = readOnce((name) => inPlaces((place) => readFile(join(place, 'assets', name))));
const assetNames = readOnce(async () => new Set(await inPlaces((place) => readdir(join(place, 'assets')))));
