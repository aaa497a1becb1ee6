import type { Client } from '../../client/client.ts';
import { callOptions } from './call-options.ts';
import { withTemporalFailures } from './failure.ts';

/** Returns the activity that reads who decides, for the histories of orders and bulk runs. */
export function createAccountActivities({ client }: { readonly client: Client }) {
  return {
    /** Returns the name of an account, or its e-mail where it has no name; null where the service has no such account. */
    readAccountName: withTemporalFailures(async (id: number): Promise<string | null> => {
      const { data } = await client.user.list({ where: { id }, fields: 'first_name,last_name,email' }, callOptions());
      const [account] = data;
      if (!account) return null;
      return [account.first_name, account.last_name].filter(Boolean).join(' ') || account.email;
    }),
  };
}

export type AccountActivities = ReturnType<typeof createAccountActivities>;
