import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, problem } from '../../problems/problems.ts';
import { type AddressBook, addressProblem } from '../address.ts';
import { browserHeaderLines } from '../browser/browser-headers.ts';
import { problemBody, problemType } from '../failure.ts';

/** Bytes. A filter has at most 4 KiB, which is up to three times as much in an encoded address. */
export const longestHead = 32_768;

/** Milliseconds that the sender of an unreadable request has to read the answer. */
const timeToRead = 1_000;

/** The error of Node for a request that its parser refused. `rawPacket` is the part that it read. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Answers a request that is not valid HTTP, directly on the connection. */
export function refuseUnreadable(error: ParserError, socket: Socket, book: AddressBook): void {
  // A connection without a request needs no answer. A second answer on a connection would be read as the next one.
  const hasAnswer = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || socket.bytesRead === 0 || hasAnswer || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, refusal, path] = refusalOf(error, book);
  const body = problemBody(refusal, path, '');
  const headers = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: ${problemType}\r\n${headers.join('')}${browserHeaderLines}connection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // A caller that never closes its side would keep the connection.
  setTimeout(() => socket.destroy(), timeToRead).unref();
}

function refusalOf(error: ParserError, book: AddressBook): [line: string, Problem, path: string] {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const detail = `Address and headers may have ${longestHead / 1024} KiB together.`;
    return ['431 Request Header Fields Too Large', problem('request.headers-too-large', detail), ''];
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const detail = 'The request did not arrive in time. Send it again.';
    return ['408 Request Timeout', problem('request.incomplete', detail), ''];
  }
  return strangeMethod(error, book) ?? ['400 Bad Request', problem('request.malformed', 'This is not HTTP.'), ''];
}

/** Every method that Node does not know is a method that no address takes: Node 20 lacks QUERY, and `patch` is not PATCH. */
function strangeMethod(error: ParserError, book: AddressBook): [line: string, Problem, path: string] | null {
  if (error.code !== 'HPE_INVALID_METHOD') return null;
  const [, method, target] =
    /^([A-Za-z]{2,20}) (\/[!-~]*) HTTP\/1\.[01]\r\n/.exec(error.rawPacket?.toString('latin1') ?? '') ?? [];
  if (method === undefined || target === undefined) return null;
  const path = target.replace(/\?.*$/, '');
  const refusal = addressProblem(book, method, path);
  return [refusal.status === 405 ? '405 Method Not Allowed' : '404 Not Found', refusal, path];
}
