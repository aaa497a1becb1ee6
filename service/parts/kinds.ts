import { unfit } from '../platform/records/refusals.ts';
import { partType } from '../platform/states/kinds.ts';

/** The columns that decide how a part is handled. */
export interface Kind {
  readonly parttype_id: number;
  readonly parent_part_id: number | null;
  /** Units of the parent in one unit of an alias; 1 without a parent. */
  readonly parent_qty: string;
}

/** The fields of a body that decide the kind of a part. */
interface KindFields {
  readonly parttype_id?: number | undefined;
  readonly parent_part_id?: number | null | undefined;
  readonly parent_qty?: string | undefined;
}

/**
 * Returns the kind of a new or changed part. Only an alias has a parent, and a parent alone makes a part an alias. The default
 * of `parent_qty` is 1.
 * @param before the present kind of a part that changes
 * @throws body.invalid
 */
export function kindOf(fields: KindFields, before: Kind | null): Kind {
  const parent = fields.parent_part_id === undefined ? (before?.parent_part_id ?? null) : fields.parent_part_id;
  const type = fields.parttype_id ?? before?.parttype_id ?? (parent === null ? partType.inventory : partType.alias);
  if (type !== partType.alias) return withoutParent(type, fields);
  if (parent === null) throw unfit('/parent_part_id', 'is required: an alias has a parent');
  const qty = fields.parent_qty ?? before?.parent_qty ?? '1';
  return { parttype_id: type, parent_part_id: parent, parent_qty: qty };
}

/** An alias that gets another type loses its parent. */
function withoutParent(type: number, { parent_part_id, parent_qty }: KindFields): Kind {
  if (parent_part_id != null) throw unfit('/parent_part_id', 'is only for aliases');
  if (Number(parent_qty ?? 1) !== 1) throw unfit('/parent_qty', 'is only for aliases');
  return { parttype_id: type, parent_part_id: null, parent_qty: '1' };
}
