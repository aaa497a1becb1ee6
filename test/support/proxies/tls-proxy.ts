import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as toService } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  /** Status, headers and body, to search in. */
  readonly text: string;
  readonly body: string;
}

export interface TlsProxy {
  /** The address of the proxy: `localhost:12345`. */
  readonly host: string;
  /** Sends a request to the proxy, whose certificate is checked. */
  call(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Reply>;
  close(): Promise<void>;
}

/** Starts a proxy that ends TLS with a certificate of its own, and names host and protocol as usual proxies do. */
export async function startTlsProxy(service: { port: number }, from: string): Promise<TlsProxy> {
  const { key, cert } = selfSigned();
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const forwarded = {
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-host': incoming.headers.host ?? '',
      'x-forwarded-proto': 'https',
    };
    const headers = { ...incoming.headers, ...forwarded, host: `127.0.0.1:${service.port}` };
    const { method, url: path } = incoming;
    const onward = toService({ host: '127.0.0.1', port: service.port, localAddress: from, method, path, headers });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `localhost:${port}`,
    call: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', servername: 'localhost', port, ca: cert, method, path, headers });
        sent.on('response', (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part) => parts.push(part));
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString();
            const { statusCode = 0 } = answer;
            const { location } = answer.headers;
            resolve({ status: statusCode, location, body: text, text: `${JSON.stringify(answer.headers)} ${text}` });
          });
        });
        sent.on('error', reject).end(body);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', cert];
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
