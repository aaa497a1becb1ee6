import type { Reply, TestService } from '../../support/test-service.ts';

/** A user with an API key, and the calls that the user makes. */
export interface Person {
  readonly id: number;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/** Creates a user with these permissions. */
export async function person(
  service: TestService,
  name: string,
  permissions: readonly string[],
  usergroup_ids: readonly number[] = [],
): Promise<Person> {
  const body = {
    usertype: 'API' as const,
    last_name: name,
    permissions: [...permissions],
    usergroup_ids: [...usergroup_ids],
  };
  const { id, api_key } = await service.client.user.create(body);
  const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
  return { id, call: (method, path, sent, headers) => service.call(method, path, sent, { authorization, ...headers }) };
}
