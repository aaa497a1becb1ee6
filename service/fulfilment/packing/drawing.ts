import { sql } from 'kysely';
import type { CartonSize, Content, Placement } from '../../../lib/drawing/carton.ts';
import { drawCarton } from '../../../lib/drawing/draw-carton.ts';
import { drawContents } from '../../../lib/drawing/draw-rows.ts';
import type { DrawingOptions } from '../../../lib/drawing/picture.ts';
import { type Heading, svgOf } from '../../../lib/drawing/svg.ts';
import { PoolFull } from '../../../lib/threads/calls.ts';
import { ThreadPool, threadModule } from '../../../lib/threads/thread-pool.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { DrawingCall } from './drawing-thread.ts';

interface DrawnCarton {
  readonly name: string;
  readonly type: (CartonSize & { empty_weight_g: number; max_gross_weight_g: number | null }) | null;
  readonly placements: readonly Placement[] | null;
  readonly contents: readonly Content[];
  readonly parts: readonly { id: number; number: string; weight_g: number | null }[];
}

/**
 * Returns a carton as SVG. Without a view, it shows each unit at its place from cartonization, and the units in
 * rows if a person packed the carton: their places are then unknown.
 * @throws record.unknown where the carton does not exist, or the view needs places that are not known
 */
export async function cartonDrawing(database: Database, cartonId: number, options: DrawingOptions): Promise<string> {
  const { name, type, placements, contents, parts } = await readCarton(database, cartonId);
  const names = new Map(parts.map(({ id, number }) => [id, number]));
  if (type && placements) {
    const volume = placements.reduce((sum, unit) => sum + unit.width_mm * unit.length_mm * unit.depth_mm, 0);
    const weights = new Map(parts.map(({ id, weight_g }) => [id, weight_g ?? 0]));
    const heading: Heading = {
      ...{ name, size: type, max_gross_weight_g: type.max_gross_weight_g },
      gross_weight_g: placements.reduce((sum, { part_id }) => sum + (weights.get(part_id) ?? 0), type.empty_weight_g),
      used_volume_share: volume / (type.inner_width_mm * type.inner_length_mm * type.inner_depth_mm),
    };
    return draw({ drawn: [type, placements, names, options], heading });
  }
  const { view = 'rows' } = options;
  if (view !== 'rows') {
    throw problem(
      'record.unknown',
      `Carton ${cartonId} has no view "${view}": it was packed by hand, so the place of each unit is not known. Only autopack works out places. The view "rows" shows what is in the carton.`,
    );
  }
  const noFigures = { size: null, gross_weight_g: null, max_gross_weight_g: null, used_volume_share: null };
  return svgOf(drawContents(contents, names, options), { name, ...noFigures });
}

/** Units that are drawn at once: 200 take three milliseconds, and the 10,000 of the largest carton up to a second. */
const unitsAtOnce = 500;

const pool = new ThreadPool(threadModule(import.meta.url, 'drawing-thread.js'), {
  ...{ threads: 1, waiting: 32, callMs: 10_000, memoryMb: 192, idleMs: 30_000 },
});

/** @throws service.unavailable while too many large cartons are drawn */
async function draw(call: DrawingCall): Promise<string> {
  if (call.drawn[1].length <= unitsAtOnce) return svgOf(drawCarton(...call.drawn), call.heading);
  try {
    return (await pool.run('draw', call)) as string;
  } catch (error) {
    if (!(error instanceof PoolFull)) throw error;
    throw problem('service.unavailable', 'Too many large cartons are drawn now. Try again in a moment.');
  }
}

async function readCarton({ readPool }: Database, cartonId: number): Promise<DrawnCarton> {
  const { rows } = await sql<DrawnCarton>`
    -- Reads the carton with its type, the places of its units, its contents, and their parts.
    with one as (
      select c.*, coalesce((
        select jsonb_agg(jsonb_build_object('part_id', i.part_id, 'qty', i.qty) order by i.number)
        from (select r.part_id, p.number, sum(r.qty) as qty from inventory i join reservation r on r.inventory_id = i.id
          join part p on p.id = r.part_id where i.location_id = c.location_id group by r.part_id, p.number) i), '[]') as contents
      from carton c where c.id = ${cartonId}
    )
    select 'Carton ' || c.pack_id || '-' || c.number || coalesce(', ' || t.name, '') as name, c.placements, c.contents,
      case when t.inner_width_mm is not null then jsonb_build_object('inner_width_mm', t.inner_width_mm,
        'inner_length_mm', t.inner_length_mm, 'inner_depth_mm', t.inner_depth_mm, 'empty_weight_g', t.empty_weight_g,
        'max_gross_weight_g', t.max_gross_weight_g) end as type,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'weight_g', p.weight_g)), '[]') from part p
        where p.id in (select (l ->> 'part_id')::bigint from jsonb_array_elements(coalesce(c.placements, '[]') || c.contents) l)) as parts
    from one c left join cartontype t on t.id = c.cartontype_id`.execute(readPool);
  const [carton] = rows;
  if (!carton) throw problem('record.unknown', `There is no carton ${cartonId}.`);
  return carton;
}
