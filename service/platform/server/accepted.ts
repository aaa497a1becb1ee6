import type { FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns whether the caller is a browser that shows a page: it names HTML, which programs that read JSON do not. */
export const isBrowser = ({ headers }: FastifyRequest): boolean => accepts(headers.accept, 'text/html');

/** Returns the best encoding that a request accepts: Brotli, gzip or none. */
export function encodingOf(accepted: string | string[] | undefined): Encoding {
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

/** Returns whether a header of the kind of `Accept` names a value. `q=0` refuses one. */
export function accepts(header: string | string[] | undefined, value: string): boolean {
  const name = value.replace(/[*]/g, '\\*');
  return new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?(,|$)`, 'i').test(String(header ?? ''));
}
