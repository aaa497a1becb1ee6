import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { pack } from '../packing/resource.ts';
import { pick } from '../picking/resource.ts';
import { joinPack, joinPick, leavePack, leavePick } from './operations.ts';

const joining =
  'Several people may work on one list at the same time: `workers` shows them, and refuses no one. A person who is silent for 30 minutes is shown no longer, so a program that stays on the list joins again every ten minutes. Repeating the request changes nothing else. When the list is finished, it has no workers.';

export const routes: Endpoint[] = [
  endpoint('POST /pick/{pick_id}/join', {
    permission: 'pick.commit',
    summary: 'Show that you work on a pick',
    description: joining,
    returns: pick,
    errors: ['pick.state'],
    handle: async (call) => {
      await joinPick(call, call.params.pick_id);
      return { record: pick, id: call.params.pick_id };
    },
  }),
  endpoint('POST /pick/{pick_id}/leave', {
    permission: 'pick.commit',
    summary: 'Show that you no longer work on a pick',
    returns: pick,
    handle: async (call) => {
      await leavePick(call, call.params.pick_id);
      return { record: pick, id: call.params.pick_id };
    },
  }),
  endpoint('POST /pack/{pack_id}/join', {
    permission: 'pack.moveitem',
    summary: 'Show that you work on a pack',
    description: joining,
    returns: pack,
    errors: ['pack.state'],
    handle: async (call) => {
      await joinPack(call, call.params.pack_id);
      return { record: pack, id: call.params.pack_id };
    },
  }),
  endpoint('POST /pack/{pack_id}/leave', {
    permission: 'pack.moveitem',
    summary: 'Show that you no longer work on a pack',
    returns: pack,
    handle: async (call) => {
      await leavePack(call, call.params.pack_id);
      return { record: pack, id: call.params.pack_id };
    },
  }),
];
