import { createEmbedder, type Embedder } from '@salience/embeddings';
import { evaluateAction } from '@salience/pfc';
import { runServers } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGoalLikeness } from '../src/index.ts';

let embedder: Embedder;
let runs = 0;

beforeAll(async () => {
  const onRun = () => {
    runs += 1;
  };
  embedder = createEmbedder({ cacheDir: (await runServers()).modelCache, onRun });
});
afterAll(() => embedder.close());

const goal = (id: number, text: string) => ({ id, goal: text, priority: 80, context: null });
const announce = goal(1, 'Announce the release');
const water = goal(2, 'Water the plants');
const action = 'Post the launch notes in #general';
const never = (error: unknown) => {
  throw error;
};

describe('what an action means to a goal', () => {
  it('counts where no word is shared: launch notes serve the release, not the plants', async () => {
    const likeness = createGoalLikeness({ embedder, onTrouble: never });
    const goals = [announce, water];
    const similarity = await likeness(action, goals);
    expect(similarity?.get(1)).toBeGreaterThan(0.3);
    expect(similarity?.get(2)).toBe(0);
    const situation = { action, addressed: false, urgent: false, reversible: true };
    const judged = { ...situation, goals, recent: [], outcomes: [], now: new Date(0) };
    expect(evaluateAction(judged)).toMatchObject({ salience: 0.3, matchedGoals: [] });
    const meant = evaluateAction({ ...judged, similarity });
    expect(meant.matchedGoals.map(({ id }) => id)).toEqual([1]);
    expect(meant.salience).toBeGreaterThan(0.4);
  });

  it('costs one run of the model an action as long as goals keep their words', async () => {
    const likeness = createGoalLikeness({ embedder, onTrouble: never });
    const goals = [goal(1, 'Reduce the costs of our servers'), goal(2, 'Hire a tester')];
    const ran = async (of: string, among = goals) => {
      const before = runs;
      await likeness(of, among);
      return runs - before;
    };
    expect(await ran('Shut down what is idle')).toBe(3);
    expect(await ran('Compare prices of hosting')).toBe(1);
    expect(await ran('Delete old buckets', [goal(1, 'Reduce the costs of our buildings')])).toBe(2);
  });

  it('is read on the lines of its model, never on the cosine as it is', async () => {
    const stricter = { ...embedder.calibration, sameTopicCosine: 0.95, newTopicCosine: 0.9 };
    const other = { embed: (text: string) => embedder.embed(text), calibration: stricter };
    const [usual, strict] = await Promise.all(
      [embedder, other].map((model) =>
        createGoalLikeness({ embedder: model, onTrouble: never })(action, [announce]),
      ),
    );
    expect([usual?.get(1) !== 0, strict?.get(1)]).toEqual([true, 0]);
  });

  it('leaves words alone without a model, without goals, and while the model fails, which is told', async () => {
    const told: unknown[] = [];
    const onTrouble = (error: unknown) => told.push(error);
    const down = new Error('the model is away');
    const failing = { embed: () => Promise.reject(down), calibration: embedder.calibration };
    expect(await createGoalLikeness({ onTrouble })(action, [announce])).toBeUndefined();
    expect(await createGoalLikeness({ embedder, onTrouble })(action, [])).toBeUndefined();
    expect(told).toEqual([]);
    expect(await createGoalLikeness({ embedder: failing, onTrouble })(action, [announce])).toBeUndefined();
    expect(told).toEqual([down]);
  });
});
