import { consumer } from '@salience/consumer';
import { digest } from '@salience/digest';
import { runApps } from '@salience/runtime';

// The consumer stops first, so that nothing new is accepted while digest finishes the turns whose streams are open.
await runApps([[consumer], [digest]]);
