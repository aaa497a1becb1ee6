import { Agent, request } from 'node:https';
import type { Manifest } from '../chart.ts';

export interface Answer {
  readonly status: number;
  readonly body: Manifest;
}

/** The interface of an API server, as one person calls it. */
export class KubernetesApi {
  readonly #url: string;
  readonly #token: string;
  readonly #agent: Agent;

  /** @param authority the certificate that signed the server's own */
  constructor(url: string, token: string, authority: Buffer) {
    this.#url = url;
    this.#token = token;
    this.#agent = new Agent({ ca: authority, keepAlive: true });
  }

  /** Sends a request. A body of PATCH is a merge patch. */
  call(method: string, path: string, body?: Manifest): Promise<Answer> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const text = body === undefined ? '' : JSON.stringify(body);
    // Node.js sends no length with DELETE by default, and the server would read the body as the next request.
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': type,
      'content-length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, (answer) => {
        let received = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => (received += part));
        answer.on('error', reject);
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.startsWith('application/json');
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(received) : received });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  /** @returns the resource, or the list, at the path @throws Error for every other status than 200 */
  async read(path: string): Promise<Manifest> {
    const { status, body } = await this.call('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** @returns the resources of a list @param path such as `/api/v1/namespaces/shop/pods` */
  async list(path: string): Promise<Manifest[]> {
    return (await this.read(path)).items;
  }
}
