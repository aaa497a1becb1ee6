import { sql } from 'kysely';
import { type CartonType, noWeightLimit } from '../../../cartonization/carton-type.ts';
import { drawCarton } from '../../../cartonization/drawing/draw-carton.ts';
import type { Placement } from '../../../cartonization/result.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';

/**
 * Returns a carton as SVG, with every unit where cartonization put it.
 * @throws record.unknown where the carton does not exist, or cartonization has not packed it
 */
export async function cartonDrawing(database: Database, cartonId: number): Promise<string> {
  const { rows } = await sql<{ type: CartonType; placements: Placement[] | null; contents_g: number }>`
    -- Reads the carton with its type, the places of its units, and their parts.
    select jsonb_build_object('id', t.id, 'name', 'Carton ' || c.pack_id || '-' || c.number || ', ' || t.name,
        'inner_width_mm', t.inner_width_mm, 'inner_length_mm', t.inner_length_mm, 'inner_depth_mm', t.inner_depth_mm,
        'empty_weight_g', t.empty_weight_g, 'max_gross_weight_g', coalesce(t.max_gross_weight_g, ${noWeightLimit}::int)) as type,
      (select jsonb_agg(l.place || jsonb_build_object('key', p.number) order by l.at)
        from jsonb_array_elements(c.placements) with ordinality as l(place, at)
        join part p on p.id = (l.place ->> 'part_id')::bigint) as placements,
      (select coalesce(sum(p.weight_g), 0)::int from jsonb_array_elements(c.placements) l
        join part p on p.id = (l ->> 'part_id')::bigint) as contents_g
    from carton c left join cartontype t on t.id = c.cartontype_id where c.id = ${cartonId}`.execute(database.kysely);
  const [carton] = rows;
  if (!carton) throw problem('record.unknown', `There is no carton ${cartonId}.`);
  const { type, placements, contents_g } = carton;
  if (!placements) {
    throw problem(
      'record.unknown',
      `Carton ${cartonId} has no drawing: it was packed by hand. Only autopack works out the place of each unit.`,
    );
  }
  const volume = placements.reduce((sum, unit) => sum + unit.width_mm * unit.length_mm * unit.depth_mm, 0);
  return drawCarton(
    {
      cartontype_id: type.id,
      gross_weight_g: type.empty_weight_g + contents_g,
      placements,
      refused_smaller: [],
      used_volume_share: volume / (type.inner_width_mm * type.inner_length_mm * type.inner_depth_mm),
    },
    type,
  );
}
