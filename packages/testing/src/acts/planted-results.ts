import type { ActionResult, ConsequenceTier } from '@salience/contracts';
import { type Draw, drawFrom } from './draw.ts';
import { plants } from './plants.ts';
import { type Scene, sceneNow, scenes } from './scenes.ts';

/** What is wrong with a result; `right` for nothing. */
export type PlantedKind = keyof typeof plants | 'right';

/** A call, what it gave, and what was planted in it. */
export interface PlantedResult {
  readonly kind: PlantedKind;
  readonly tool: string;
  readonly tier: ConsequenceTier;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ActionResult;
  readonly schema?: object | undefined;
  readonly earlier?: readonly string[] | undefined;
  readonly now: Date;
}

/** All kinds of planted faults, in a fixed order. */
export const plantedKinds = Object.keys(plants) as (keyof typeof plants)[];

/**
 * Results of actions with planted faults, `perKind` of each kind, and as many right ones as wrong ones. Some kinds are beyond any
 * rule, and most have wordings that a rule may not know. The same seed gives the same results.
 */
export function plantedResults(seed: number, perKind: number): PlantedResult[] {
  const draw = drawFrom(seed);
  const wrong = plantedKinds.flatMap((kind) => Array.from({ length: perKind }, () => plant(kind, draw)));
  const right = wrong.map((_, index) => {
    const scene = scenes[index % scenes.length] ?? scenes[0];
    return made('right', scene(draw));
  });
  return [...wrong, ...right];
}

function plant(kind: keyof typeof plants, draw: Draw): PlantedResult {
  const planted = plants[kind](draw);
  if (kind === 'broken_schema') return made(kind, planted);
  // With a schema in hand one rule would catch every kind; here each fault has to be seen for itself.
  const { schema: _schema, ...rest } = { schema: undefined, ...planted };
  return made(kind, rest);
}

function made(
  kind: PlantedKind,
  scene: Scene & { readonly outcome?: ActionResult['outcome'] },
): PlantedResult {
  const { tool, tier, args, text, schema, earlier, outcome = 'succeeded' } = scene;
  const result = { outcome, text, trust: 'external' as const, transient: false, durationMs: 120 };
  return { kind, tool, tier, args, result, schema, earlier, now: sceneNow };
}
