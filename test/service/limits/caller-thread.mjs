// The thread of caller-thread.ts: sends each call that it gets, and returns the answer as text.
import { parentPort, workerData } from 'node:worker_threads';

const { url, authorization } = workerData;

parentPort.on('message', async ({ id, method, path, body, headers }) => {
  const options = { method, body, headers: { authorization, ...headers } };
  try {
    const response = await fetch(url + path, options);
    parentPort.postMessage({ id, status: response.status, text: await response.text() });
  } catch (error) {
    parentPort.postMessage({ id, status: 0, text: String(error) });
  }
});
