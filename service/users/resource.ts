import * as records from '../../records/user.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const user = resource(records.user);
export const usergroup = resource(records.usergroup);
export const apikey = resource(records.apikey);
export const usersession = resource(records.usersession);
