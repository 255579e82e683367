import { prepareEmbeddingModel } from '../src/conversion/prepare-model.ts';

// Says that it is up, waits for its twin, and prepares at the same time.
process.once('message', async (cacheDir: string) => {
  const { converted } = await prepareEmbeddingModel({ cacheDir });
  process.send?.({ converted }, () => process.disconnect());
});
process.send?.('ready');
