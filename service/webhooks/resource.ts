import * as records from '../../records/webhook.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const webhook = resource(records.webhook);
export const webhookdelivery = resource(records.webhookdelivery);
export const resend = resource(records.resend);
resource(records.webhooklog);
