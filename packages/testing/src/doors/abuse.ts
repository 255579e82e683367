// Apart from the other fixtures: fast-check makes the tables of its texts when they are first described, which takes
// most of a second, and nothing but an attack needs them.
export { type AttackTally, attackRoute, newTally } from '../abuse/attack.ts';
export { type AttackedRoute, attackedRoutesOf } from '../abuse/attacked-routes.ts';
export { checkPromises, type PromiseReport } from '../abuse/check-promises.ts';
