import { unfit } from '../records/refusals.ts';
import { partType } from '../states/kinds.ts';

/** What decides how a part is handled. */
export interface Kind {
  readonly parttype_id: number;
  readonly parent_part_id: number | null;
}

/**
 * An alias has a parent, and nothing else has one (spec 2.1). A parent alone says that it is an alias.
 * @param before the kind that it has been, where it is changed
 */
export function kindOf(
  given: { readonly parttype_id?: number | undefined; readonly parent_part_id?: number | null | undefined },
  before: Kind | null,
): Kind {
  const parent = given.parent_part_id === undefined ? (before?.parent_part_id ?? null) : given.parent_part_id;
  const type = given.parttype_id ?? before?.parttype_id ?? (parent === null ? partType.inventory : partType.alias);
  if (type === partType.alias && parent === null) throw unfit('/parent_part_id', 'is required: an alias has a parent');
  if (type === partType.alias || parent === null) return { parttype_id: type, parent_part_id: parent };
  // What was an alias and becomes something else leaves its parent.
  if (given.parent_part_id == null) return { parttype_id: type, parent_part_id: null };
  throw unfit('/parent_part_id', 'is only for aliases');
}
