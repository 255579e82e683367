import { prepareEmbeddingModel } from '../src/conversion/prepare-model.ts';

// Says that it is up, waits for its twin, and prepares at the same time.
const cacheDir = new Promise<string>((resolve) => process.once('message', resolve));
process.send?.('ready');
const { converted } = await prepareEmbeddingModel({ cacheDir: await cacheDir });
process.send?.({ converted }, () => process.disconnect());
