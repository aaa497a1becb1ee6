/** The statuses of answers to print jobs (RFC 8011, appendix B). */
const statuses: Readonly<Record<number, string>> = {
  0: 'successful-ok',
  1: 'successful-ok-ignored-or-substituted-attributes',
  2: 'successful-ok-conflicting-attributes',
  1024: 'client-error-bad-request',
  1025: 'client-error-forbidden',
  1026: 'client-error-not-authenticated',
  1027: 'client-error-not-authorized',
  1028: 'client-error-not-possible',
  1029: 'client-error-timeout',
  1030: 'client-error-not-found',
  1031: 'client-error-gone',
  1032: 'client-error-request-entity-too-large',
  1033: 'client-error-request-value-too-long',
  1034: 'client-error-document-format-not-supported',
  1035: 'client-error-attributes-or-values-not-supported',
  1036: 'client-error-uri-scheme-not-supported',
  1037: 'client-error-charset-not-supported',
  1038: 'client-error-conflicting-attributes',
  1039: 'client-error-compression-not-supported',
  1040: 'client-error-compression-error',
  1041: 'client-error-document-format-error',
  1042: 'client-error-document-access-error',
  1280: 'server-error-internal-error',
  1281: 'server-error-operation-not-supported',
  1282: 'server-error-service-unavailable',
  1283: 'server-error-version-not-supported',
  1284: 'server-error-device-error',
  1285: 'server-error-temporary-error',
  1286: 'server-error-not-accepting-jobs',
  1287: 'server-error-busy',
  1288: 'server-error-job-canceled',
  1289: 'server-error-multiple-document-jobs-not-supported',
  1290: 'server-error-printer-is-deactivated',
};

/** Returns the name of a status; its number where it has none. */
export const statusName = (status: number): string => statuses[status] ?? `status ${status}`;

/** Statuses up to this one say that the job was taken. */
export const lastSuccess = 0x00ff;

/** The states of a job (RFC 8011, section 5.3.7). */
export const jobStates: Readonly<Record<number, string>> = {
  3: 'pending',
  4: 'pending-held',
  5: 'processing',
  6: 'processing-stopped',
  7: 'canceled',
  8: 'aborted',
  9: 'completed',
};
