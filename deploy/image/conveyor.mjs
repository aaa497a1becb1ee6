#!/usr/bin/env -S node --enable-source-maps --max-semi-space-size=64
// The command of the image. Packages and build are complete, so nothing is looked up before the start. `conveyor up`
// starts the service and the worker with the same options.

// The kernel ignores a signal without a handler for the first process of a container. Commands that wait for no signal end here.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(code);
  });
}

await import('../dist/cli/main.js');
