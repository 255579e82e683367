import {
  autobiographyQuerySchema,
  autobiographyViewSchema,
  emptyBodySchema,
  forgetRequestSchema,
  forgettingViewSchema,
  idSchema,
  memoryAuditViewSchema,
  memoryExportQuerySchema,
  memoryItemViewSchema,
  retriedMemorySchema,
  pageSchema,
} from '@salience/contracts';
import { z } from 'zod';
import type { Operations } from './operation.ts';

const gone = { 404: ['item.unknown'], 410: ['item.forgotten'] };

/** The routes by which people look at, take along and take back what is remembered of them. */
export const keepingOperations: Operations = {
  'GET /memory/items/:item': {
    does: 'An item of memory, what it rests on and what was made of it',
    tag: 'Memory',
    access: 'agent',
    more: 'Looking at an item counts as its use; searching does not.',
    path: { item: z.string() },
    answers: { 200: { is: 'The item.', json: memoryItemViewSchema } },
    problems: gone,
  },
  'POST /memory/forget': {
    does: 'Forget an item, a thread, a source or a person, and everything made of it',
    tag: 'Memory',
    access: 'person',
    more: 'The request is kept first and carried out whoever dies. Only tombstones remain: that something was forgotten, when, on whose wish.',
    body: forgetRequestSchema,
    answers: {
      200: {
        is: 'All of it is gone.',
        json: forgettingViewSchema,
        headers: { Location: 'Where it stands.' },
      },
      202: { is: 'It goes on.', json: forgettingViewSchema, headers: { Location: 'Where it stands.' } },
    },
    problems: { 404: [...gone[404], 'thread.unknown'], 410: gone[410], 422: ['thread.bad-id'] },
  },
  'GET /memory/forget/:request': {
    does: 'Where a request to forget stands',
    tag: 'Memory',
    access: 'agent',
    path: { request: idSchema('forgetRequest') },
    answers: {
      200: { is: 'The request; it names nothing of what it was about.', json: forgettingViewSchema },
    },
    problems: { 404: ['forgetting.unknown'] },
  },
  'GET /memory/export': {
    does: 'Everything that is remembered, one JSON object a line',
    tag: 'Memory',
    access: 'person',
    more: 'Sources come before what was made of them. The last line is {"kind":"end","items":n}; without it something is missing.',
    query: memoryExportQuerySchema,
    answers: { 200: { is: 'Lines.', type: 'application/x-ndjson' } },
  },
  'POST /memory/retry-failed': {
    does: 'Try again to learn from what could not be learned from',
    tag: 'Memory',
    access: 'person',
    body: emptyBodySchema,
    answers: {
      200: { is: 'How many, by kind; their jobs follow within seconds.', json: retriedMemorySchema },
    },
  },
  'GET /memory/autobiography': {
    does: 'What the agent wrote of whom it serves, the newest version first',
    tag: 'Memory',
    access: 'agent',
    more: 'A new version is written in the background, every six hours at most. Each tells what it changed. Forgotten statements are left out of all of them.',
    query: autobiographyQuerySchema,
    answers: { 200: { is: 'Versions, newest first.', json: pageSchema(autobiographyViewSchema) } },
  },
  'GET /memory/audit': {
    does: 'How good what is remembered is: duplicates, unsupported items, loops, stale ones, failed enrichments',
    tag: 'Memory',
    access: 'agent',
    answers: { 200: { is: 'Figures; no content.', json: memoryAuditViewSchema } },
  },
};
