import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** Search attributes of Temporal's list of workflows. None is called Status, since Temporal has an attribute of that name. */
export const searchAttributes = {
  OrderId: defineSearchAttributeKey('OrderId', SearchAttributeType.INT),
  CustomerId: defineSearchAttributeKey('CustomerId', SearchAttributeType.INT),
  BulkRun: defineSearchAttributeKey('BulkRun', SearchAttributeType.INT),
  /** `pick`, `pack`, `ship`, `pickup`, `done`. */
  Step: defineSearchAttributeKey('Step', SearchAttributeType.KEYWORD),
  Carrier: defineSearchAttributeKey('Carrier', SearchAttributeType.KEYWORD),
  RuleSet: defineSearchAttributeKey('RuleSet', SearchAttributeType.KEYWORD),
  /** `working`, `waiting`, `booking`, `attention` or `held`; at the end the outcome of the order, autowork or bulk run. */
  Outcome: defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD),
  /**
   * Why a workflow makes no progress, in at most 200 bytes. In attention: code and detail (`carrier.refused: Parcel Post: carton
   * 2: …`). Held: the reason of the hold. Autowork: the first task that was not done.
   */
  Reason: defineSearchAttributeKey('Reason', SearchAttributeType.KEYWORD),
};
