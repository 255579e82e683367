import { get, post } from '../../api/client.ts';
import type { Routes, Shapes } from '../../api/routes.gen.ts';
import { askEverywhereAgain } from '../../live/other-tabs.ts';

/** What somebody wants to have forgotten. */
export type ForgetWish = Pick<Shapes['ForgetRequest'], 'names' | 'scope' | 'target'>;
/** What would go. */
export type ForgetPreview = Extract<Routes['POST /memory/forget']['answer'], { dry_run: true }>;
/** A request to forget as it stands. */
export type Forgetting = Shapes['Forgetting'];

/** How long between two looks at a request that goes on, in milliseconds. */
const lookMs = 500;

/** Asks what would go. Writes nothing. */
export async function previewForget(wish: ForgetWish): Promise<ForgetPreview> {
  const answer = await post('/memory/forget', { body: { ...wish, dry_run: true } });
  if ('dry_run' in answer) return answer;
  throw new Error('Expected a preview.');
}

/** Forgets, and resolves when all of it is gone. Every page asks for what it shows anew. */
export async function forget(wish: ForgetWish): Promise<Forgetting> {
  let state = await post('/memory/forget', { body: { ...wish, dry_run: false } });
  if ('dry_run' in state) throw new Error('Expected what was done.');
  // It was accepted, and goes on whether anybody looks or not.
  while (state.gone_at === null) {
    await new Promise((next) => {
      setTimeout(next, lookMs);
    });
    state = await get('/memory/forget/:request', { params: { request: state.forget_id } });
  }
  await askEverywhereAgain();
  return state;
}
