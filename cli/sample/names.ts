import type { Client } from '../../client/client.ts';

/** Adds a user group and a service level that rules of the sample shop can name. A repeated call changes nothing. */
export async function addNames(client: Client): Promise<void> {
  const groups = await client.usergroup.list({ filter: 'name = "Finance"' });
  if (groups.total === 0) await client.usergroup.create({ name: 'Finance' });
  const carriers = await client.carrier.list({ filter: 'name = "Parcel Post"', embed: 'servicelevels' });
  const [carrier] = carriers.data;
  if (!carrier || carrier.servicelevels?.some(({ name }) => name === 'Express')) return;
  await client.carrier.servicelevel.create(carrier.id, { name: 'Express' });
}
