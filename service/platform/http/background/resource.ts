import { id, integer, text, timestamp } from '../../../../records/field.ts';
import { resource } from '../../listing/declaration/resource.ts';

/** The requests that run in the background, without their answers: `GET /background/{id}` has those. */
export const background = resource('background', {
  description: 'A request that runs in the background',
  fields: {
    id: id(),
    state: text({ values: ['queued', 'running', 'done', 'failed'] }),
    method: text(),
    path: text({ description: 'The address of the request' }),
    status: integer({
      column: 'answer_status',
      nullable: true,
      description: 'The status of the answer; null until the request is finished',
    }),
    user_id: integer({ column: 'account_id', isId: true, indexed: true, description: 'The sender of the request' }),
    request_id: text({ description: 'The id of the request, as in its header `X-Request-Id`' }),
    created_at: timestamp(),
    started_at: timestamp({ nullable: true }),
    finished_at: timestamp({ nullable: true }),
  },
});
