/** Values in the address of the page of permissions. */
export interface PermissionsAddress {
  readonly search?: string;
}

/** Returns what the address says. A number in it is a text that somebody typed. */
export const permissionsAddress = ({ search }: Record<string, unknown>): PermissionsAddress =>
  search === undefined || search === '' ? {} : { search: String(search) };
