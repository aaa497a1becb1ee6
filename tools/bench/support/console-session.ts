import type { Client } from '../../../client/client.ts';

/** Returns the address that signs a browser in once, as the user of an API key. */
export async function signInLink(client: Client, url: string): Promise<string> {
  const { url: link } = await client.session.code();
  const { pathname, hash } = new URL(link);
  return url + pathname + hash;
}
