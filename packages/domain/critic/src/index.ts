export { calibrated } from './calibrated.ts';
export { judgeResult } from './judge-result.ts';
export type { JudgedResult } from './judged-result.ts';
