const { bootstrapWorker } = require('@vendure/core');
const { config } = require('./vendure-config.cjs');

bootstrapWorker(config)
  .then((worker) => worker.startJobQueue())
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
