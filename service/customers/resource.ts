import * as records from '../../records/customer.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const customer = resource(records.customer);
export const customeraddress = resource(records.customeraddress);
export const customeralias = resource(records.customeralias);
export const customercontact = resource(records.customercontact);
export const customeremail = resource(records.customeremail);
export const customerpartprice = resource(records.customerpartprice);
export const customerphone = resource(records.customerphone);
resource(records.email);
resource(records.phone);
