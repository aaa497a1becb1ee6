import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from './client.ts';

/** Returns a function that ends the session and forgets all that was read in it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    await client.session.removeAll({ signIn: false });
    queries.clear();
    await navigate({ to: '/sign-in' });
  };
}
