import type { SalienceEnv } from '../env.ts';
import type { Home } from './home.ts';

/** One Salience on this machine: its settings, and where its data lies. */
export interface Installation {
  readonly env: SalienceEnv;
  readonly home: Home;
}
