import { plainOperations } from '../platform/records/plain-record.ts';
import { discount, fee } from './resource.ts';
import { chargeBody } from './schema.ts';

const bodies = { create: chargeBody, change: chargeBody.partial() };

export const discounts = { resource: discount, called: 'discount', ...bodies };
export const discountOperations = plainOperations(discounts);

export const fees = { resource: fee, called: 'fee', ...bodies };
export const feeOperations = plainOperations(fees);
