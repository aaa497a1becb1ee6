/** A call of the interface, as people see it. */
export interface Call {
  readonly method: string;
  /** Path, with its encoded query. */
  readonly path: string;
  readonly body?: unknown;
  /** Headers that change the meaning of the call, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns the POSIX shell command for a call, with the API key in the variable `CONVEYOR_API_KEY`.
 * @param origin address of the service, such as `location.origin`
 */
export function curlOf({ method, path, body, headers = {} }: Call, origin: string): string {
  const allHeaders = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  // curl itself takes the method from the body.
  const usualMethod = body === undefined ? 'GET' : 'POST';
  return [
    'curl -u "$CONVEYOR_API_KEY:"',
    ...(method === usualMethod ? [] : ['-X', method]),
    // In an address, curl reads brackets and braces as a pattern for several addresses.
    inShell(origin + path.replace(/[[\]{}]/g, encodeURIComponent)),
    ...Object.entries(allHeaders).flatMap(([name, value]) => ['-H', inShell(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-d', inShell(JSON.stringify(body))]),
  ].join(' ');
}

/** A shell interprets no character between single quotes, except the single quote itself. */
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
