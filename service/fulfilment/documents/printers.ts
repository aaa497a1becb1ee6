import { sql } from 'kysely';
import { type PrintableKind, printableKinds } from '../../../lib/printing/content.ts';
import type { Printer } from '../../../lib/printing/printers/printer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { ListedPrinter } from './schema.ts';

/** Values that choose a printer. */
export interface ToPrint {
  /** `document 17`, or `the label of carton K-3-1`. */
  readonly what: string;
  readonly kind: PrintableKind;
  /** Name of its site. */
  readonly site: string;
}

/**
 * Returns the printer with a name.
 * @throws reference.unknown for a name that no printer has; printer.unfit for one that is not for the kind or the site
 */
export function printerFor(printers: readonly Printer[], name: string, { what, ...toPrint }: ToPrint): Printer {
  const printer = printers.find((one) => one.name === name);
  if (!printer) {
    const detail = `there is no printer "${name}" in the configuration; GET /printer lists them`;
    throw problem('reference.unknown', `printer: ${detail}.`, { errors: [{ pointer: '/printer', detail }] });
  }
  const { kinds, site } = printer;
  if (kinds && !kinds.includes(toPrint.kind)) {
    const detail = `Printer ${name} is for ${kinds.join(', ')}, and ${what} is a ${toPrint.kind}.`;
    throw problem('printer.unfit', detail, { printer: name });
  }
  if (site !== null && !isSame(site, toPrint.site)) {
    const detail = `Printer ${name} is at site ${site}, and ${what} belongs to site ${toPrint.site}.`;
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
  const { rows } = await sql<Row<'site', 'id' | 'name'>>`
    -- Reads the sites of printers.
    select id, name from site where lower(name) = any(${names}::text[]) order by id`.execute(readPool);
  return printers.map(({ name, kinds, site }) => ({
    ...{ name, kinds: [...(kinds ?? printableKinds)], site },
    site_id: site === null ? null : (rows.find((row) => isSame(row.name, site))?.id ?? null),
  }));
}
