import pg from 'pg';
import { isCanceled, isConnectionFailure, isReadOnlyServer, isStalePlan } from '../database/connection-failure.ts';
import { usualLimits } from '../database/limits.ts';
import { lockedProblem, lockedRecords } from '../database/locks/record-lock.ts';
import { overflow } from '../database/overflow.ts';
import { siteProblem } from '../database/site-limits.ts';
import { type Problem, problem } from '../problems/problems.ts';
import { recordName, recordOfTable } from '../problems/record-names.ts';

export interface FailedRequest {
  readonly method: string;
  readonly requestId: string;
}

/**
 * Returns the problem of an error of PostgreSQL. Operations check values before they write. So these errors are races, or values
 * that only the database finds out of range.
 */
export function databaseProblem(error: Error, request: FailedRequest): Problem {
  if (isConnectionFailure(error) || !(error instanceof pg.DatabaseError))
    return unavailable('The database cannot be reached. Try again in a moment.');
  if (isReadOnlyServer(error)) return unavailable('The database is read only now. Try again in a moment.');
  if (isStalePlan(error)) return unavailable('The database is being migrated. Try again in a moment.');
  const site = siteProblem(error);
  if (site) return site;
  const state = error.code ?? '';
  const violation = constraintViolations[state];
  if (violation) return violation(error, request);
  if (isCanceled(error)) return problem('request.timeout', 'The database took longer than the request may.');
  if (state === '54001' || state.startsWith('22')) return unreadableValue(error, request);
  const locked = lockedRecords(error);
  if (locked) return lockedProblem(locked, usualLimits.lock / 1000);
  if (['40001', '40P01'].includes(state)) return unavailable('Too many others work on the same records now.');
  if (state.startsWith('53')) return unavailable('The database has no resources left. Try again in a moment.');
  return problem('service.defect', `The service failed. Its log has the cause under ${request.requestId}.`);
}

/** The problems of constraints, by the SQLSTATE. */
const constraintViolations: Readonly<Record<string, (error: pg.DatabaseError, request: FailedRequest) => Problem>> = {
  '23502': (error) => invalidField(error.column ?? '', 'is required'),
  '23503': brokenReference,
  '23505': duplicate,
  '23514': (error) => invalidField(columnOf(error, 'check'), 'is out of range'),
};

const unavailable = (detail: string) => problem('service.unavailable', detail);

function invalidField(name: string, detail: string): Problem {
  const errors = [{ pointer: name === '' ? '' : `/${name}`, detail }];
  return problem('body.invalid', `${name || 'A value of the body'} ${detail}.`, { errors });
}

function brokenReference(error: pg.DatabaseError, request: FailedRequest): Problem {
  const stillReferred = /still referenced/.test(error.detail ?? '') || request.method === 'DELETE';
  if (stillReferred) {
    return problem(
      'record.in-use',
      `Other records (${recordName(recordOfTable(error.table ?? ''))}) refer to it, so it cannot be deleted.`,
    );
  }
  const name = columnOf(error, 'fkey');
  const errors = [{ pointer: `/${name}`, detail: 'refers to a record that does not exist' }];
  return problem('reference.unknown', `${name} refers to a record that does not exist.`, { errors });
}

function duplicate(error: pg.DatabaseError): Problem {
  const name = columnOf(error, 'key');
  const errors = [{ pointer: `/${name}`, detail: 'is taken' }];
  return problem('record.exists', `Another record has the same ${name.replaceAll('_', ' ')}. Choose another one.`, {
    errors,
  });
}

/** Returns the column of a constraint. Constraints are named `<table>_<column>`, with a suffix if PostgreSQL named them. */
function columnOf(error: pg.DatabaseError, suffix: string): string {
  const named = (error.constraint ?? '').replace(new RegExp(`_${suffix}$`), '');
  return named.startsWith(`${error.table}_`) ? named.slice((error.table ?? '').length + 1) : named;
}

function unreadableValue(error: pg.DatabaseError, request: FailedRequest): Problem {
  const detail =
    error.code === overflow
      ? tooLarge(error)
      : error.code === '22001'
        ? 'A text is too long.'
        : 'A value cannot be read.';
  return request.method === 'GET'
    ? problem('query.invalid-value', detail)
    : problem('body.invalid', detail, { errors: [] });
}

/** Returns what PostgreSQL says of a number that is too large: the value, or the digits that the column takes. It names no column. */
function tooLarge({ message, detail = '' }: pg.DatabaseError): string {
  const value = /^value "(.{1,40})" is out of range/.exec(message)?.[1];
  const digits = /less than 10\^(\d+)/.exec(detail)?.[1];
  const limit = digits === undefined ? '' : `: more than ${digits} digits before the point`;
  if (value !== undefined) return `The number ${value} is too large. Send a smaller one.`;
  return `A number of the request, or its sum or product with others, is too large${limit}. Send a smaller one.`;
}
