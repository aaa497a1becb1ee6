import { sql } from 'kysely';
import { type DocumentKind, documentKinds } from '../../../printing/content.ts';
import type { Printer } from '../../../printing/printers/printer.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { ListedPrinter } from './schema.ts';

/** The document that a printer is chosen for. */
export interface DocumentToPrint {
  readonly id: number;
  readonly kind: DocumentKind;
  /** Name of its site. */
  readonly site: string;
}

/**
 * Returns the printer with a name.
 * @throws reference.unknown for a name that no printer has; printer.unfit for one that is not for the kind or the site of the document
 */
export function printerFor(printers: readonly Printer[], name: string, document: DocumentToPrint): Printer {
  const printer = printers.find((one) => one.name === name);
  if (!printer) {
    const detail = `there is no printer "${name}" in the configuration; GET /printer lists them`;
    throw problem('reference.unknown', `printer: ${detail}.`, { errors: [{ pointer: '/printer', detail }] });
  }
  const { kinds, site } = printer;
  if (kinds && !kinds.includes(document.kind)) {
    const detail = `Printer ${name} is for ${kinds.join(', ')}, and document ${document.id} is a ${document.kind}.`;
    throw problem('printer.unfit', detail, { printer: name });
  }
  if (site !== null && !isSame(site, document.site)) {
    const detail = `Printer ${name} is at site ${site}, and document ${document.id} belongs to site ${document.site}.`;
    throw problem('printer.unfit', detail, { printer: name });
  }
  return printer;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the printers as callers see them: without addresses, passwords and keys. */
export async function listPrinters(
  { readPool }: Pick<Database, 'readPool'>,
  printers: readonly Printer[],
): Promise<ListedPrinter[]> {
  const names = printers.flatMap(({ site }) => (site === null ? [] : [site.toLowerCase()]));
  const { rows } = await sql<{ id: number; name: string }>`
    -- Reads the sites of printers.
    select id, name from site where lower(name) = any(${names}::text[]) order by id`.execute(readPool);
  return printers.map(({ name, kinds, site }) => ({
    ...{ name, kinds: [...(kinds ?? documentKinds)], site },
    site_id: site === null ? null : (rows.find((row) => isSame(row.name, site))?.id ?? null),
  }));
}
