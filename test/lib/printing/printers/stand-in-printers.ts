import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that a printer got. */
export interface PrintRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A printer's answer: by default 200 without a body. */
export interface PrintReply {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Buffer;
}

export interface StandInPrinter {
  /** Without the scheme: `127.0.0.1:40213`. */
  readonly host: string;
  readonly requests: PrintRequest[];
  /** Lets the process end while it is open. */
  unref(): void;
  close(): Promise<void>;
}

/** Opens a real HTTP server that plays a printer. @param reply may wait before it answers, or never answer */
export async function standInPrinter(
  reply: (request: PrintRequest) => PrintReply | Promise<PrintReply> = () => ({}),
): Promise<StandInPrinter> {
  const requests: PrintRequest[] = [];
  const server: Server = createServer(async (incoming, answer) => {
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: await buffer(incoming) };
    requests.push(request);
    const { status = 200, type = 'text/plain', body = '' } = await reply(request);
    answer.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    unref: () => server.unref(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A request of IPP as a printer reads it: written from RFC 8010 for the tests, and not shared with the code under test. */
export interface ReadIpp {
  readonly version: string;
  readonly operation: number;
  readonly requestId: number;
  /** `[group, tag, name, bytes]` of each attribute, in order. */
  readonly attributes: readonly (readonly [number, number, string, Buffer])[];
  readonly document: Buffer;
}

export function readIpp(bytes: Buffer): ReadIpp {
  const attributes: [number, number, string, Buffer][] = [];
  let [at, group] = [8, 0];
  while (bytes[at] !== 3) {
    const tag = bytes[at] as number;
    if (tag < 16) {
      group = tag;
      at += 1;
      continue;
    }
    const nameEnd = at + 3 + bytes.readUInt16BE(at + 1);
    const valueEnd = nameEnd + 2 + bytes.readUInt16BE(nameEnd);
    attributes.push([
      ...([group, tag, bytes.toString('utf8', at + 3, nameEnd)] as const),
      bytes.subarray(nameEnd + 2, valueEnd),
    ]);
    at = valueEnd;
  }
  return {
    version: `${bytes[0]}.${bytes[1]}`,
    operation: bytes.readUInt16BE(2),
    requestId: bytes.readUInt32BE(4),
    attributes,
    document: bytes.subarray(at + 1),
  };
}

const field = (bytes: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const attribute = (tag: number, name: string, value: string | number) => {
  const number = Buffer.alloc(4);
  if (typeof value === 'number') number.writeInt32BE(value);
  const bytes = typeof value === 'number' ? number : Buffer.from(value);
  return Buffer.concat([Buffer.from([tag]), field(Buffer.from(name)), field(bytes)]);
};

/** Returns an answer of IPP with a job, as CUPS writes it; without a job if the status is an error. */
export function ippAnswer(status: number, { words = '', jobId = 42, jobState = 5, reasons = 'none' } = {}): PrintReply {
  const head = Buffer.from([1, 1, 0, 0, 0, 0, 0, 1]);
  head.writeUInt16BE(status, 2);
  const parts = [
    head,
    Buffer.from([0x01]),
    attribute(0x47, 'attributes-charset', 'utf-8'),
    attribute(0x48, 'attributes-natural-language', 'en'),
    ...(words ? [attribute(0x41, 'status-message', words)] : []),
  ];
  if (status < 0x100) {
    const job = [attribute(0x45, 'job-uri', `ipp://printer/jobs/${jobId}`), attribute(0x21, 'job-id', jobId)];
    parts.push(Buffer.from([0x02]), ...job, attribute(0x23, 'job-state', jobState));
    parts.push(attribute(0x44, 'job-state-reasons', reasons));
  }
  return { type: 'application/ipp', body: Buffer.concat([...parts, Buffer.from([0x03])]) };
}
