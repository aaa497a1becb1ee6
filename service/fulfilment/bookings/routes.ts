import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { carton } from '../packing/resource.ts';
import { cartonLabel, labelsOfPack, labelsOfShip } from './labels.ts';
import { askCarrier, askPickup, cancelBooking, labelOf, recordBooking } from './operations.ts';
import { reportBooking, storeLabel } from './report.ts';
import { booking } from './resource.ts';
import { bookingBody, bookingReport, labelBody, pickupBody } from './schema.ts';

/** In bytes: a label of 1 MiB in base64, and the JSON around it. */
const longestLabelBody = 1_450_000;

export const routes: Endpoint[] = [
  endpoint('POST /engine/carton/{carton_id}/booking', {
    permission: 'booking.create',
    summary: 'Store a label that a carrier booked for a carton',
    description:
      'The engine calls this when a carrier has booked. Programs that book elsewhere can call it too. The tracking number is written onto the carton. If the carton was deleted, or has a label already, the new label is voided. It is also voided if `ship_to` is not the address of the order any more; the order is then booked again.',
    body: bookingBody,
    status: 201,
    returns: booking,
    errors: ['carton.state'],
    handle: async (call) => ({
      record: booking,
      id: await recordBooking(call, { cartonId: call.params.carton_id, ...call.body }),
    }),
  }),
  endpoint('PUT /engine/booking/{id}', {
    permission: 'booking.update',
    summary: 'Report the result of a carrier request',
    description: 'The engine calls this after a request to the carrier. Each member can be sent alone.',
    body: bookingReport,
    returns: booking,
    handle: async (call) => {
      await reportBooking(call, { id: call.params.id, report: call.body });
      return { record: booking, id: call.params.id };
    },
  }),
  endpoint('PUT /engine/booking/{id}/label', {
    permission: 'booking.update',
    summary: 'Store the label of a booking',
    description: 'The engine calls this with the label from the carrier: at most 1 MiB, in base64.',
    body: labelBody,
    limits: { body: longestLabelBody },
    returns: booking,
    handle: async (call) => {
      await storeLabel(call, { id: call.params.id, ...call.body });
      return { record: booking, id: call.params.id };
    },
  }),
  endpoint('POST /booking/{id}/cancel', {
    permission: 'booking.cancel',
    summary: 'Void a label',
    description:
      'The tracking number is cleared from the carton or the return, and the engine asks the carrier to take the label back. `state` is canceling, and then canceled or, with a `problem`, refused. A carton is booked again where that is due. A label is also voided when its carton is deleted or gets another tracking number, its order is voided, its carrier changes, or its return ends without goods.',
    returns: booking,
    errors: ['carton.state'],
    handle: async (call) => {
      await cancelBooking(call, call.params.id);
      return { record: booking, id: call.params.id };
    },
  }),
  endpoint('GET /pack/{pack_id}/labels', {
    permission: 'pack.read',
    summary: "List the carriers' labels of a pack",
    description:
      'A row for each carton: the address of the label of its carrier, or the answer of a carrier that made none. A carrier books when the pack is finished, so that labels are `due` for a moment then.',
    returns: z.array(cartonLabel),
    handle: async ({ database, params }) => ({ value: await labelsOfPack(database, params.pack_id) }),
  }),
  endpoint('GET /ship/{ship_id}/labels', {
    permission: 'ship.read',
    summary: "List the carriers' labels of a ship",
    description: 'Like `GET /pack/{pack_id}/labels`, for the cartons on a ship.',
    returns: z.array(cartonLabel),
    handle: async ({ database, params }) => ({ value: await labelsOfShip(database, params.ship_id) }),
  }),
  endpoint('GET /carton/{carton_id}/label', {
    permission: 'carton.read',
    summary: 'Get the label of a carton',
    description: 'The label is in the media type of the carrier, such as PDF, PNG or ZPL.',
    answer: { media: '*/*' },
    returns: z.string().meta({ format: 'binary', example: '^XA^FO50,50^FD1Z999^FS^XZ' }),
    handle: async ({ database, params }) => {
      const { bytes, mediaType } = await labelOf(database, { kind: 'carton', id: params.carton_id });
      return { content: bytes, headers: { 'content-type': mediaType, 'content-disposition': 'inline' } };
    },
  }),
  endpoint('POST /carton/{carton_id}/fetchlabel', {
    permission: 'carton.update',
    summary: 'Fetch the label of a carton from its carrier',
    description:
      'The engine asks the carrier. `label_type` of the booking is set when the label is stored; `problem` says why it is not.',
    returns: carton,
    answer: { embeds: ['bookings'] },
    errors: ['record.state'],
    handle: async (call) => {
      await askCarrier(call, { kind: 'carton', id: call.params.carton_id, carrierRequest: 'label' });
      return { record: carton, id: call.params.carton_id };
    },
  }),
  endpoint('POST /carton/{carton_id}/track', {
    permission: 'carton.track',
    summary: 'Ask the carrier where a carton is',
    description:
      'The engine asks the carrier. The answer is in `tracking_status` and `tracked_at` of the carton, and in `tracking_events` of its booking.',
    returns: carton,
    answer: { embeds: ['bookings'] },
    errors: ['record.state'],
    handle: async (call) => {
      await askCarrier(call, { kind: 'carton', id: call.params.carton_id, carrierRequest: 'track' });
      return { record: carton, id: call.params.carton_id };
    },
  }),
  endpoint('POST /carrier/{carrier_id}/pickup', {
    permission: 'carrier.pickup',
    summary: 'Ask a carrier to fetch its closed cartons',
    description:
      'Use this at the end of the day, for all closed cartons of the site that the carrier has booked and was not asked to fetch yet. The engine asks the carrier. The answer is in `pickup_confirmation` of the bookings.',
    body: pickupBody,
    returns: z.object({ bookings: z.int().describe('Number of cartons to fetch') }),
    errors: ['reference.unknown'],
    handle: async (call) => ({
      value: await askPickup(call, { carrierId: call.params.carrier_id, siteId: call.body.site_id }),
    }),
  }),
];
