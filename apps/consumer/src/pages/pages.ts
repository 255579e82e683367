import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readClientScript } from '@salience/switchboard';
import { z } from 'zod';
import { openRoute, type Route } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { readOnce } from './read-once.ts';

/** The files of our own pages, with their types. No other file is served. */
const files: Readonly<Record<string, string>> = {
  'docs.html': 'text/html; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'routing.html': 'text/html; charset=utf-8',
  'routing.js': 'text/javascript; charset=utf-8',
  'switchboard.html': 'text/html; charset=utf-8',
  'switchboard.js': 'text/javascript; charset=utf-8',
  'socket.io.js': 'text/javascript; charset=utf-8',
  'sign-in.html': 'text/html; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'next-page.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'hand.svg': 'image/svg+xml',
};

/** GET /routing. */
export const getRouting = page(
  '/routing',
  'routing.html',
  'How routing learns: what was changed, why, and what came of it',
);
/** GET /switchboard. */
export const getSwitchboard = page(
  '/switchboard',
  'switchboard.html',
  'Rooms: who is there, who speaks, whose hand is up',
);
/** GET /docs. */
export const getDocs = page('/docs', 'docs.html', 'This document as a page');
/** GET /operator/sign-in. */
export const getSignIn = page('/operator/sign-in', 'sign-in.html', 'The sign-in page of operators');

/** A route that answers with one page. */
function page(path: string, name: string, does: string): Route {
  return openRoute({
    method: 'GET',
    path,
    does,
    tag: 'Pages',
    answers: { 200: { is: 'A page.', type: 'text/html' } },
    handle: async (_context, { response }) => {
      response.set('Content-Type', files[name] ?? 'text/plain').send(await load(name));
    },
  });
}

/** GET /assets/:file: the scripts and styles of our pages. */
export const getAsset = openRoute({
  method: 'GET',
  path: '/assets/:file',
  does: 'Scripts and styles of the pages',
  tag: 'Pages',
  params: { file: z.string() },
  answers: { 200: { is: 'The file.', type: 'text/css' } },
  problems: { 404: ['asset.unknown'] },
  handle: async (_context, { params, response }) => {
    const name = params.file;
    const type = Object.hasOwn(files, name) ? files[name] : undefined;
    if (type === undefined) throw httpProblem(404, 'asset.unknown', 'There is no such file.');
    response.set({ 'Content-Type': type, 'Cache-Control': 'no-cache' }).send(await load(name));
  },
});

/** Read at the first request: beside the bundle, or beside this file when run from source. */
const load = readOnce((name) =>
  name === 'socket.io.js' ? readClientScript() : readFile(join(import.meta.dirname, 'static', name), 'utf8'),
);
