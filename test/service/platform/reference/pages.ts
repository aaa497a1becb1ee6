import fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { serviceInterface } from '../../../../service/interface.ts';
import { systemEndpoints } from '../../../../service/platform/http/system.ts';
import { clientCalls } from '../../../../service/platform/openapi/client-call.ts';
import { description } from '../../../../service/platform/openapi/document.ts';
import { Reference } from '../../../../service/platform/reference/reference.ts';
import type { ClientName } from '../../../../service/platform/reference/samples.ts';
import { documentationPage } from '../../../../service/platform/server/documentation-page.ts';
import { allEndpoints, publicEndpoints } from '../../../../service/platform/server/server.ts';

const endpoints = publicEndpoints(allEndpoints(serviceInterface, systemEndpoints(new Registry())));
const calls = new Map(clientCalls(endpoints).map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call]));
const document = description(endpoints, '0.0.0');

export const clientOf = (request: string): ClientName | undefined => calls.get(request);

/** The reference of the whole interface. */
export const reference = new Reference(document, ({ method, path }) => clientOf(`${method} ${path}`));

/** A server of the reference alone, which needs no database. */
export function referenceServer(): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } });
  const unknown = () => {
    throw Object.assign(new Error('There is no such address.'), { statusCode: 404 });
  };
  documentationPage(app, { description: () => document, clientOf }, unknown);
  return app;
}

const named = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of HTML, as a reader sees it. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof named) => named[name])
    .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .trim();
