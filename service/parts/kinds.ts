import { unfit } from '../platform/records/refusals.ts';
import { partType } from '../platform/states/kinds.ts';

/** What decides how a part is handled. */
export interface Kind {
  readonly parttype_id: number;
  readonly parent_part_id: number | null;
  /** How many of its parent one is; 1 where it has none. */
  readonly parent_qty: string;
}

/**
 * An alias has a parent, and nothing else has one (spec 2.1). A parent alone says that it is an alias. One of it is one of its
 * parent unless `parent_qty` says otherwise.
 * @param before the kind that it has been, where it is changed
 */
export function kindOf(
  given: {
    readonly parttype_id?: number | undefined;
    readonly parent_part_id?: number | null | undefined;
    readonly parent_qty?: string | undefined;
  },
  before: Kind | null,
): Kind {
  const parent = given.parent_part_id === undefined ? (before?.parent_part_id ?? null) : given.parent_part_id;
  const type = given.parttype_id ?? before?.parttype_id ?? (parent === null ? partType.inventory : partType.alias);
  if (type === partType.alias && parent === null) throw unfit('/parent_part_id', 'is required: an alias has a parent');
  if (type === partType.alias) {
    return { parttype_id: type, parent_part_id: parent, parent_qty: given.parent_qty ?? before?.parent_qty ?? '1' };
  }
  if (given.parent_part_id != null) throw unfit('/parent_part_id', 'is only for aliases');
  if (Number(given.parent_qty ?? 1) !== 1) throw unfit('/parent_qty', 'is only for aliases');
  // What was an alias and becomes something else leaves its parent.
  return { parttype_id: type, parent_part_id: null, parent_qty: '1' };
}
