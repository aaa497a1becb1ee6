import type { ReactElement } from 'react';
import { ProblemError } from '../../../client/browser.ts';
import type { Fault } from '../../orders/search/fault.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import type { WebhookValues } from './values.ts';

type FieldName = keyof WebhookValues;

/** Why a webhook was refused, by the fields of the form. */
export interface FormFaults {
  readonly fields: Partial<Record<FieldName, ReactElement>>;
  /** The fault of the filter, with its place. */
  readonly filter: Fault | null;
  /** A refusal that belongs to no field. */
  readonly rest: unknown;
}

export const noFaults: FormFaults = { fields: {}, filter: null, rest: null };

/** Fields of a body and parameters of a refusal that are shown at a field of another name. */
const fieldOf: Readonly<Record<string, FieldName>> = {
  url: 'url',
  event_id: 'event_ids',
  event_ids: 'event_ids',
  filter: 'filter',
  embed: 'embed',
  headers: 'headers',
};

/** Brings a refusal of the service to the fields that it is about. @param filter the filter that was sent */
export function faultsOf(error: unknown, filter: string): FormFaults {
  if (!(error instanceof ProblemError)) return { ...noFaults, rest: error };
  const { position, parameter } = error.members as { position?: unknown; parameter?: unknown };
  if (error.code === 'filter.invalid' && typeof position === 'number') {
    // The service counts whole characters.
    const at = [...filter].slice(0, position).join('').length;
    return { ...noFaults, filter: { message: firstLine(error.detail), at } };
  }
  const named = [
    ...error.errors.map(({ pointer, detail }) => [fieldOf[pointer.split('/')[1] ?? ''], detail] as const),
    [fieldOf[String(parameter)], error.detail] as const,
  ];
  const fields: Partial<Record<FieldName, ReactElement>> = {};
  for (const [name, detail] of named) if (name) fields[name] ??= <ServiceText>{detail}</ServiceText>;
  return Object.keys(fields).length > 0 ? { ...noFaults, fields } : { ...noFaults, rest: error };
}

/** The detail of a wrong expression draws its place below it, which the field does itself. */
const firstLine = (detail: string) => detail.split('\n')[0] ?? detail;
