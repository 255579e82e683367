import type { Routes } from '../../../api/routes.gen.ts';

/** One routing of a turn with what moved it: the decision, or the one after its actions. */
export type Part = Routes['GET /turns/:turn/influence']['answer']['parts'][number];
