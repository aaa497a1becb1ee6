import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { carton } from '../packing/resource.ts';
import { labelOf } from './label.ts';
import { askCarrier, askPickup, cancelBooking, recordBooking } from './operations.ts';
import { keepLabel, reportBooking } from './report.ts';
import { booking } from './resource.ts';
import {
  type BookingBody,
  type BookingReport,
  bookingBody,
  bookingReport,
  type LabelBody,
  labelBody,
  type PickupBody,
  pickupBody,
} from './schema.ts';

/** A label of 1 MiB in base64, with what is around it. */
const longestLabelBody = 1_450_000;

export const routes: Endpoint[] = [
  endpoint('POST /carton/{carton_id}/booking', {
    permission: 'booking.create',
    summary: 'Keep what a carrier booked for a carton',
    description:
      'What the engine calls when a carrier has booked; whoever books elsewhere may do the same. The tracking number goes onto the carton. Where the carton is gone, or has a label already, the engine has this one voided.',
    body: bookingBody,
    status: 201,
    returns: booking,
    errors: ['carton.state'],
    handle: async (call) => ({
      record: booking,
      id: await recordBooking(call, { cartonId: call.params.carton_id, ...call.body }),
    }),
  }),
  endpoint('PUT /booking/{id}', {
    permission: 'booking.update',
    summary: 'Say what became of a booking',
    description: 'What the engine calls after it has asked the carrier: each member by itself.',
    body: bookingReport,
    returns: booking,
    handle: async (call) => {
      await reportBooking(call, { id: call.params.id, report: call.body });
      return { record: booking, id: call.params.id };
    },
  }),
  endpoint('PUT /booking/{id}/label', {
    permission: 'booking.update',
    summary: 'Keep the label of a booking',
    description: 'What the engine calls when a carrier gave it: at most 1 MiB, in base64.',
    body: labelBody,
    longestBody: longestLabelBody,
    returns: booking,
    handle: async (call) => {
      await keepLabel(call, { id: call.params.id, ...call.body });
      return { record: booking, id: call.params.id };
    },
  }),
  endpoint('POST /booking/{id}/cancel', {
    permission: 'booking.cancel',
    summary: 'Have a label voided',
    description:
      'The carton goes without tracking number again, and the engine asks the carrier to take the label back: `state` is canceling, and then canceled or, with a `problem`, refused. The same happens by itself where a carton is deleted, its order voided, or its carrier changed.',
    returns: booking,
    errors: ['carton.state'],
    handle: async (call) => {
      await cancelBooking(call, call.params.id);
      return { record: booking, id: call.params.id };
    },
  }),
  endpoint('GET /carton/{carton_id}/label', {
    permission: 'carton.read',
    summary: 'The label of a carton',
    description: 'As the carrier gave it, in its own media type: PDF, PNG, ZPL.',
    media: '*/*',
    returns: z.string().meta({ example: '^XA^FO50,50^FD1Z999^FS^XZ' }),
    handle: async ({ database, params }) => {
      const { bytes, mediaType } = await labelOf(database, params.carton_id);
      return { bytes, headers: { 'content-type': mediaType, 'content-disposition': 'inline' } };
    },
  }),
  endpoint('POST /carton/{carton_id}/fetchlabel', {
    permission: 'carton.update',
    summary: 'Fetch the label of a carton from its carrier',
    description:
      'The engine asks the carrier; `label_type` of the booking says when it is there, `problem` why it is not.',
    returns: carton,
    embeds: ['bookings'],
    errors: ['record.state'],
    handle: async (call) => {
      await askCarrier(call, { cartonId: call.params.carton_id, carrierRequest: 'label' });
      return { record: carton, id: call.params.carton_id };
    },
  }),
  endpoint('POST /carton/{carton_id}/track', {
    permission: 'carton.track',
    summary: 'Ask the carrier where a carton is',
    description:
      'The engine asks; `tracking_status` and `tracked_at` of the carton, and `tracking_events` of its booking, tell what was answered.',
    returns: carton,
    embeds: ['bookings'],
    errors: ['record.state'],
    handle: async (call) => {
      await askCarrier(call, { cartonId: call.params.carton_id, carrierRequest: 'track' });
      return { record: carton, id: call.params.carton_id };
    },
  }),
  endpoint('POST /carrier/{carrier_id}/pickup', {
    permission: 'carrier.pickup',
    summary: 'Ask a carrier to come for all that stands ready',
    description:
      'At the end of the day: all closed cartons of the site that the carrier has booked and was not asked to fetch yet. The engine asks, and `pickup_confirmation` of the bookings tells what was answered.',
    body: pickupBody,
    returns: z.object({ bookings: z.int().describe('How many stand ready') }),
    errors: ['reference.unknown'],
    handle: async (call) => ({
      value: await askPickup(call, { carrierId: call.params.carrier_id, siteId: call.body.site_id }),
    }),
  }),
];
