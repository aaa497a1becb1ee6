import { z } from 'zod';
import { askCarrier, labelOf } from '../../fulfilment/bookings/operations.ts';
import { booking } from '../../fulfilment/bookings/resource.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { returnorder } from '../resource.ts';
import { askLabel, recordReturnBooking, reportLabelFailure } from './operations.ts';
import { labelFailure, labelRequest, returnBookingBody } from './schema.ts';

const answer = { returns: returnorder, answer: { embeds: ['bookings'] } } as const;

export const routes: Endpoint[] = [
  endpoint('POST /returnorder/{returnorder_id}/fetchlabel', {
    permission: 'returnorder.label',
    summary: 'Have a carrier book the label of a return',
    description:
      'The engine asks the carrier of the return, or the one in the body. `label_due` is true until it has answered: `tracking_number` is set then, or `label_problem` says why not. Repeat the call to ask again. Of a booked label that is not stored here, the engine fetches the document. `returns: {label}` in the configuration decides whether the engine books labels by itself, or nobody.',
    body: labelRequest,
    ...answer,
    errors: ['returnorder.state', 'record.state'],
    handle: async (call) => {
      const id = call.params.returnorder_id;
      await askLabel(call, { id, body: call.body, settings: call.services.configuration.returns });
      return { record: returnorder, id };
    },
  }),
  endpoint('GET /returnorder/{returnorder_id}/label', {
    permission: 'returnorder.read',
    summary: 'Get the label of a return',
    description:
      'The customer sends the goods back with it. The label is in the media type of the carrier, such as PDF, PNG or ZPL.',
    answer: { media: '*/*' },
    returns: z.string().meta({ format: 'binary', example: '^XA^FO50,50^FD1Z999^FS^XZ' }),
    handle: async ({ database, params }) => {
      const { bytes, mediaType } = await labelOf(database, { kind: 'returnorder', id: params.returnorder_id });
      return { content: bytes, headers: { 'content-type': mediaType, 'content-disposition': 'inline' } };
    },
  }),
  endpoint('POST /returnorder/{returnorder_id}/track', {
    permission: 'returnorder.track',
    summary: 'Ask the carrier where the goods of a return are',
    description:
      'The engine asks the carrier. The answer is in `tracking_status` and `tracking_events` of the booking.',
    ...answer,
    errors: ['record.state'],
    handle: async (call) => {
      const id = call.params.returnorder_id;
      await askCarrier(call, { kind: 'returnorder', id, carrierRequest: 'track' });
      return { record: returnorder, id };
    },
  }),
  endpoint('POST /engine/returnorder/{returnorder_id}/booking', {
    permission: 'booking.create',
    summary: 'Store a label that a carrier booked for a return',
    description:
      'The engine calls this when a carrier has booked. Programs that book elsewhere can call it too. If the return has ended, or has a label already, the new label is voided.',
    body: returnBookingBody,
    status: 201,
    returns: booking,
    handle: async (call) => ({
      record: booking,
      id: await recordReturnBooking(call, { id: call.params.returnorder_id, ...call.body }),
    }),
  }),
  endpoint('PUT /engine/returnorder/{returnorder_id}/labelfailure', {
    permission: 'booking.create',
    summary: 'Report that a return has no label yet',
    description: 'The engine calls this when a carrier refuses, or does not answer.',
    body: labelFailure,
    ...answer,
    handle: async (call) => {
      const id = call.params.returnorder_id;
      await reportLabelFailure(call, { id, ...call.body });
      return { record: returnorder, id };
    },
  }),
];
